import type { ShopFailure } from "../shop-error.ts";
import { textsIn } from "../texts/texts-in.ts";
import { html } from "./html.ts";
import { ICONS } from "./icons.ts";
import { type PageFrame, renderLayout } from "./layout.ts";

export function renderProblemPage(
  frame: PageFrame,
  view: { readonly failure: ShopFailure; readonly detail?: string | undefined; readonly home: string },
): string {
  const texts = textsIn(frame.language);
  const { title, detail } = texts.failures[view.failure];
  return renderLayout(frame, {
    title,
    isProblem: true,
    width: "narrow",
    main: html`<div class="card">
<div class="opening">
<span class="emblem warning">${ICONS.alert}</span>
<h1>${title}</h1>
<p class="lead">${detail}</p>
${view.detail !== undefined && html`<p><code>${view.detail}</code></p>`}
<p><a class="button" href="${view.home}">${texts.startAgain}</a></p>
</div>
</div>`,
  });
}
