import { html } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderAccount, type ShownAccount } from "./parts/account.ts";
import { renderEmblem, renderName, type ShownApplication } from "./parts/application-name.ts";
import { renderHiddenInputs } from "./parts/hidden-inputs.ts";
import { textsIn } from "./texts/texts-in.ts";

export interface SelectAccountView {
  readonly csrf: string;
  readonly interactionId: string;
  readonly application?: ShownApplication;
  readonly account: ShownAccount;
}

export function renderSelectAccountPage(frame: PageFrame, view: SelectAccountView): string {
  const texts = textsIn(frame.language).selectAccount;
  const { application, account } = view;
  return renderLayout(frame, {
    title: texts.title,
    width: "narrow",
    main: html`<div class="card">
<div class="opening">
${application && renderEmblem(application)}
<h1>${texts.title}</h1>
${application && html`<p class="lead">${texts.toContinueTo(renderName(application.name))}</p>`}
</div>
<div class="strip">${renderAccount(account)}</div>
<form class="stack" method="post" action="/login">
${renderHiddenInputs({ interaction: view.interactionId, csrf: view.csrf })}
<button class="button primary block" id="account-continue" type="submit" name="decision" value="continue"><span>${texts.continueAs(renderName(account.name ?? account.username))}</span></button>
<button class="button block" id="account-other" type="submit" name="decision" value="other">${texts.other}</button>
</form>
</div>`,
  });
}
