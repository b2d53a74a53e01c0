import { html } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderHiddenInputs } from "./parts/hidden-inputs.ts";
import { textsIn } from "./texts/texts-in.ts";
import { parseWebUrl } from "./web-url.ts";

/** OAuth 2.0 Form Post Response Mode. Serve it with `referrerPolicy: "no-referrer"` and the same nonce. */
export interface FormPostView {
  /** The redirect URI: a trusted one, and the only address that the page may post to. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly scriptNonce: string;
}

export function renderFormPostPage(frame: PageFrame, view: FormPostView): string {
  const target = parseWebUrl(view.action);
  if (!target) throw new TypeError("a form can only be posted to an http or https address");
  const texts = textsIn(frame.language).formPost;
  return renderLayout(frame, {
    title: texts.title,
    width: "narrow",
    main: html`<div class="card">
<div class="opening">
<h1>${texts.title}</h1>
<p class="lead">${texts.explanation(html`<bdi class="name">${target.host}</bdi>`)}</p>
</div>
<form method="post" action="${view.action}">
${renderHiddenInputs(view.fields)}
<button class="button primary block" id="form-post-continue" type="submit">${texts.submit}</button>
</form>
</div>
<script src="${frame.site.paths.formPostScript}" nonce="${view.scriptNonce}"></script>`,
  });
}
