import { html } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { DEMO_DRAWINGS, SHOP_EMBLEM } from "./parts/demo-drawings.ts";
import { ICONS } from "./parts/icons.ts";
import { renderPermission, type ShownPermission } from "./parts/permission.ts";
import { formatCurl, renderCode, type ShownRequest } from "./parts/shown-request.ts";
import { textsIn } from "./texts/texts-in.ts";

export interface DemoStartView {
  /** Gets the ticked scopes as repeated `scope` parameters. */
  readonly startPath: string;
  readonly choices: readonly (ShownPermission & { readonly ticked: boolean })[];
  /** Made for the demo, and public. */
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
  /** What the button will lead to, with the ticked scopes. */
  readonly request: ShownRequest;
}

export function renderDemoStartPage(frame: PageFrame, view: DemoStartView): string {
  const all = textsIn(frame.language);
  const texts = all.demo;
  return renderLayout(frame, {
    title: texts.title,
    width: "wide",
    aside: html`<span class="tag">${texts.demoBadge}</span>`,
    extraHead: html`<link rel="stylesheet" href="${frame.site.paths.demoStyles}">
`,
    main: html`<div class="hero">${SHOP_EMBLEM}<div><h1>${texts.title}</h1><p class="lead">${texts.lead}</p></div></div>
<ol class="steps">
${texts.steps.map(
  (
    step,
    index,
  ) => html`<li class="step">${DEMO_DRAWINGS[index]}<h2>${step.title}</h2><p>${step.detail}</p></li>
`,
)}</ol>
<form class="card" method="get" action="${view.startPath}">
<fieldset class="group">
<legend class="large">${texts.chooseTitle}</legend>
<p class="hint">${texts.chooseHint}</p>
<div class="choices">
${view.choices.map(
  (
    choice,
  ) => html`<label class="choice"><input type="checkbox" name="scope" value="${choice.scope}"${choice.ticked && html` checked`}><span class="permission">${renderPermission(choice, all)}</span></label>
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
<details class="already">
<summary>${texts.requestPreview}</summary>
${renderCode(texts.requestPreview, formatCurl(view.request))}
</details>
</form>`,
  });
}
