import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { html, type SafeHtml } from "../html.ts";
import type { PageFrame } from "../layout.ts";
import { textsIn } from "../texts/texts-in.ts";
import { parseWebUrl } from "../web-url.ts";
import { renderEmblem, renderName, type ShownApplication } from "./application-name.ts";
import { renderHiddenInputs } from "./hidden-inputs.ts";
import { groupPermissions, permissionTitle, renderPermission, type ShownPermission } from "./permission.ts";
import { renderTimeAgo } from "./time.ts";

export interface AccountConsentView {
  readonly application: ShownApplication & { readonly id: string; readonly homePage?: string };
  readonly items: readonly AccountConsentItemView[];
}

export interface AccountConsentItemView extends ShownPermission {
  /** False: left out; withdrawing it means to be asked again. */
  readonly agreed: boolean;
  readonly decidedAt: EpochSeconds;
}

interface ConsentsView {
  readonly csrf: string;
  readonly now: EpochSeconds;
  readonly consents: readonly AccountConsentView[];
}

export function renderAccountConsents(frame: PageFrame, view: ConsentsView): SafeHtml {
  const texts = textsIn(frame.language).account;
  return html`<h2 id="consents">${texts.consents}</h2>
${
  view.consents.length === 0
    ? html`<p class="hint">${texts.noConsents}</p>`
    : html`<p class="hint">${texts.consentsHint}</p>`
}
${view.consents.map((consent) => renderConsent(frame, view, consent))}`;
}

function renderConsent(
  frame: PageFrame,
  view: ConsentsView,
  { application, items }: AccountConsentView,
): SafeHtml {
  const all = textsIn(frame.language);
  const texts = all.account;
  const inOrder = groupPermissions(items, all).flatMap(({ permissions }) => permissions);
  const home = parseWebUrl(application.homePage);
  return html`<div class="consent">
<div class="consent-head">${renderEmblem(application)}<div class="row-words"><h3><bdi>${application.name}</bdi></h3>${
    home &&
    html`<p class="row-detail"><a href="${home.href}" target="_blank" rel="noopener noreferrer"><bdi>${home.host}</bdi></a></p>`
  }</div></div>
<ul class="rows">
${inOrder.map((item) => renderItem(frame, view, application.id, item))}
</ul>
<form method="post" action="/account/consents/withdraw">
${renderHiddenInputs({ csrf: view.csrf, application: application.id })}
<button class="button" type="submit"><span>${texts.withdrawAll(renderName(application.name))}</span></button>
</form>
</div>
`;
}

function renderItem(
  { language }: PageFrame,
  { csrf, now }: ConsentsView,
  application: string,
  item: AccountConsentItemView,
): SafeHtml {
  const all = textsIn(language);
  const texts = all.account;
  const title = permissionTitle(item, all);
  const [action, label] = item.agreed
    ? [texts.withdraw, texts.withdrawItem(title)]
    : [texts.forget, texts.forgetItem(title)];
  const decided = renderTimeAgo(item.decidedAt, now, language);
  return html`<li class="row">
<div class="row-words permission">${renderPermission(item, all)}<span class="row-detail">${
    item.resource !== undefined && html`<bdi>${item.resourceTitle ?? item.resource}</bdi> · `
  }${item.agreed ? texts.allowedItem(decided) : texts.declinedItem(decided)}</span></div>
<form method="post" action="/account/consents/withdraw">
${renderHiddenInputs({ csrf, application, scope: item.scope })}
<button class="button small" type="submit" aria-label="${label}">${action}</button>
</form></li>
`;
}
