import { html } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { ICONS } from "./parts/icons.ts";
import { textsIn } from "./texts/texts-in.ts";

export interface NoAdministratorView {
  /** The form, for users who may use a part of the console. */
  readonly loginPath: string;
}

/** In place of the console's login page, while there is no administrator who could sign in. */
export function renderNoAdministratorPage(frame: PageFrame, { loginPath }: NoAdministratorView): string {
  const texts = textsIn(frame.language).noAdministrator;
  return renderLayout(frame, {
    title: texts.title,
    width: "narrow",
    main: html`<div class="card" id="no-administrator">
<div class="opening">
<span class="emblem monogram">${ICONS.alert}</span>
<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
</div>
<dl class="explained">
<dt>${texts.byLink}</dt><dd>${texts.openLink}<br>${texts.newLink}<br><code>${frame.site.program} admin link</code></dd>
<dt>${texts.byCommand}</dt><dd>${texts.runCommand}<br><code>${frame.site.program} admin create --username admin</code></dd>
</dl>
<p class="aside">${texts.settings(html`<code>--data-dir</code>`, html`<code>npm run -s licet --</code>`)}</p>
<p class="aside">${texts.afterwards} <a href="${loginPath}">${texts.signIn}</a></p>
</div>`,
  });
}
