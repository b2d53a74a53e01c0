import { html } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderName } from "./parts/application-name.ts";
import { renderHiddenInputs } from "./parts/hidden-inputs.ts";
import { textsIn } from "./texts/texts-in.ts";

export interface LogoutView {
  readonly csrf: string;
  readonly interactionId: string;
  /** The display name of the signed-in user. */
  readonly accountName: string;
  /** The application that asked for it. */
  readonly application?: { readonly name: string };
}

export function renderLogoutPage(frame: PageFrame, view: LogoutView): string {
  const texts = textsIn(frame.language).logout;
  return renderLayout(frame, {
    title: texts.title,
    width: "narrow",
    main: html`<div class="card">
<div class="opening">
<h1>${texts.title}</h1>
${view.application && html`<p>${texts.askedBy(renderName(view.application.name))}</p>`}
<p class="lead">${texts.question(renderName(view.accountName))}</p>
</div>
<form class="stack" method="post" action="/logout">
${renderHiddenInputs({ interaction: view.interactionId, csrf: view.csrf })}
<button class="button primary block" id="logout-confirm" type="submit" name="decision" value="confirm">${texts.confirm}</button>
<button class="button block" id="logout-cancel" type="submit" name="decision" value="cancel">${texts.cancel}</button>
</form>
</div>`,
  });
}
