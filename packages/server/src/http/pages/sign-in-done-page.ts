import { html } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderAccount, type ShownAccount } from "./parts/account.ts";
import { renderEmblem, renderName, type ShownApplication } from "./parts/application-name.ts";
import { textsIn } from "./texts/texts-in.ts";
import { parseWebUrl } from "./web-url.ts";

export interface SignInDoneView {
  readonly account: ShownAccount;
  /** Absent when it was disabled or deleted meanwhile. */
  readonly application?: ShownApplication & { readonly homePage?: string };
}

/** For a user who went back to a page of a sign-in that is already finished. */
export function renderSignInDonePage(frame: PageFrame, { account, application }: SignInDoneView): string {
  const { sentenceGap, signInDone: texts } = textsIn(frame.language);
  const home = parseWebUrl(application?.homePage);
  const name = application && renderName(application.name);
  return renderLayout(frame, {
    title: texts.title,
    width: "narrow",
    main: html`<div class="card">
<div class="opening">
${application && renderEmblem(application)}
<h1>${texts.title}</h1>
<p class="lead">${name ? texts.doneFor(name) : texts.done}${name && !home && html`${sentenceGap}${texts.openAgain(name)}`}</p>
</div>
<div class="strip">${renderAccount(account)}</div>
<div class="stack">
${name && home && html`<a class="button primary block" href="${home.href}"><span>${texts.goTo(name)}</span></a>`}
<a class="button block" href="/account">${texts.toAccount}</a>
</div>
</div>`,
  });
}
