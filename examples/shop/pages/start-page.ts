import type { Texts } from "../texts/texts.ts";
import { textsIn } from "../texts/texts-in.ts";
import { SHOP_EMBLEM, STEP_DRAWINGS } from "./drawings.ts";
import { html, type SafeHtml } from "./html.ts";
import { ICONS } from "./icons.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { formatCurl, renderCode, type ShownRequest } from "./shown-request.ts";

export interface StartView {
  /** The form sends the selected scopes to this path as repeated `scope` parameters. */
  readonly startPath: string;
  readonly scopes: readonly string[];
  /** The demo users. Their passwords are published on purpose. */
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
  /** The authorization request that the button starts, with all scopes selected. */
  readonly request: ShownRequest;
}

export function renderStartPage(frame: PageFrame, view: StartView): string {
  const texts = textsIn(frame.language);
  return renderLayout(frame, {
    title: texts.title,
    width: "wide",
    main: html`<div class="hero">${SHOP_EMBLEM}<div><h1>${texts.title}</h1><p class="lead">${texts.lead}</p></div></div>
<ol class="steps">
${texts.steps.map(
  (
    step,
    index,
  ) => html`<li class="step">${STEP_DRAWINGS[index]}<h2>${step.title}</h2><p>${step.detail}</p></li>
`,
)}</ol>
<form class="card" method="get" action="${view.startPath}">
<fieldset>
<legend>${texts.chooseTitle}</legend>
<p class="hint">${texts.chooseHint}</p>
<div class="choices">
${view.scopes.map(
  (scope) =>
    html`<label class="choice"><input type="checkbox" name="scope" value="${scope}" checked><span class="permission">${renderScope(scope, texts)}</span></label>
`,
)}</div>
</fieldset>
${
  view.accounts.length > 0 &&
  html`<p class="hint credentials">${texts.signInWith} ${view.accounts.map(
    ({ username, password }) =>
      html`<span class="credential">${ICONS.person}<code>${username}</code> / <code>${password}</code></span> `,
  )}</p>`
}
<button class="button primary" id="demo-start" type="submit">${texts.start}${ICONS.arrow}</button>
<details class="disclosure">
<summary>${texts.requestPreview}</summary>
${renderCode(texts.requestPreview, formatCurl(view.request))}
</details>
</form>`,
  });
}

/** Shows the shop's own text for a scope if there is one, and the name of the scope in small type below it. */
function renderScope(scope: string, texts: Texts): SafeHtml {
  const { title, detail } = (Object.hasOwn(texts.scopes, scope) && texts.scopes[scope]) || {
    title: texts.undescribed,
  };
  return html`<bdi class="permission-title">${title}</bdi>${
    detail !== undefined && html`<span class="permission-detail">${detail}</span>`
  }<code class="permission-scope">${scope}</code>`;
}
