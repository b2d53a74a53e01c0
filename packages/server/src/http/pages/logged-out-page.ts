import { html } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderName } from "./parts/application-name.ts";
import { ICONS } from "./parts/icons.ts";
import { textsIn } from "./texts/texts-in.ts";
import { parseWebUrl } from "./web-url.ts";

export interface LoggedOutView {
  readonly application?: {
    readonly name: string;
    /** Its home page, or a registered address to go to after signing out. */
    readonly url: string;
  };
}

export function renderLoggedOutPage(frame: PageFrame, { application }: LoggedOutView): string {
  const { sentenceGap, logout: texts } = textsIn(frame.language);
  const back = parseWebUrl(application?.url);
  return renderLayout(frame, {
    title: texts.doneTitle,
    width: "narrow",
    main: html`<div class="card">
<div class="opening">
<span class="emblem monogram">${ICONS.tick}</span>
<h1>${texts.doneTitle}</h1>
<p class="lead">${texts.done}${sentenceGap}${texts.sharedComputer}</p>
</div>
<p>${
      application && back
        ? html`<a class="button primary block" href="${back.href}"><span>${texts.backTo(renderName(application.name))}</span></a>`
        : html`<a class="button block" href="/account">${texts.signInAgain}</a>`
    }</p>
</div>`,
  });
}
