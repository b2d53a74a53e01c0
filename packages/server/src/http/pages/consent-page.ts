import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { html, type SafeHtml } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderAccount, type ShownAccount } from "./parts/account.ts";
import { renderEmblem, renderName, type ShownApplication } from "./parts/application-name.ts";
import { renderHiddenInputs } from "./parts/hidden-inputs.ts";
import { ICONS } from "./parts/icons.ts";
import { renderNotice } from "./parts/notice.ts";
import {
  groupPermissions,
  type PermissionGroup,
  renderPermission,
  type ShownPermission,
} from "./parts/permission.ts";
import { formatDuration, renderTimeAgo } from "./parts/time.ts";
import type { Texts } from "./texts/texts.ts";
import { textsIn } from "./texts/texts-in.ts";
import { parseWebUrl } from "./web-url.ts";

export interface ConsentView {
  readonly csrf: string;
  readonly interactionId: string;
  /** What this page shows, for the server to know at the answer. */
  readonly seal: string;
  /** The user has allowed a page that showed something else. */
  readonly isChanged: boolean;
  readonly application: ShownApplication & {
    /** As registered; a link only when it is an http or https address. */
    readonly homePage?: string;
  };
  /** The destination after either answer: host and port of the redirect URI, or its private-use scheme. */
  readonly destinationHost: string;
  /** Its host is an address that the application did not have yet when this user agreed. */
  readonly newAddress?: { readonly registeredAt: EpochSeconds; readonly now: EpochSeconds };
  readonly account: ShownAccount;
  /** The permissions to decide now. */
  readonly asked: readonly AskedPermission[];
  /** The permissions that the user allowed before. */
  readonly alreadyAllowed: readonly ShownPermission[];
  readonly lasts: {
    readonly seconds: number;
    /** True with `offline_access`: the application can renew it by itself. */
    readonly whileAway: boolean;
  };
}

export interface AskedPermission extends ShownPermission {
  readonly required: boolean;
}

export function renderConsentPage(frame: PageFrame, view: ConsentView): string {
  const all = textsIn(frame.language);
  const texts = all.consent;
  const { application } = view;
  const hidden = renderHiddenInputs({ interaction: view.interactionId, csrf: view.csrf });
  return renderLayout(frame, {
    title: texts.title(application.name),
    width: "medium",
    main: html`<div class="card">
<div class="opening">
${renderEmblem(application)}
<h1>${texts.heading(renderName(application.name))}</h1>
${renderHomePage(application.homePage)}
</div>
${view.isChanged && renderNotice("problem", "question-changed", texts.changed)}
${renderNewAddress(frame, view)}
<form class="strip" method="post" action="/consent" aria-label="${texts.account}">
${hidden}${renderAccount(view.account)}
<button class="button quiet" id="account-switch" type="submit" name="decision" value="switch">${texts.switchAccount}</button>
</form>
<form method="post" action="/consent">
${hidden}${renderHiddenInputs({ seal: view.seal })}
${renderAsked(view, all)}
${renderAlreadyAllowed(view.alreadyAllowed, all)}
<ul class="facts">
<li>${ICONS.clock}<span>${renderLifetime(frame, view)}${all.sentenceGap}${texts.withdrawAnyTime}</span></li>
<li>${ICONS.arrow}<span>${texts.sentTo(html`<bdi class="name">${view.destinationHost}</bdi>`)}</span></li>
</ul>
<div class="decision">
<button class="button" id="consent-deny" type="submit" name="decision" value="deny">${ICONS.cross}${texts.deny}</button>
<button class="button" id="consent-allow" type="submit" name="decision" value="allow">${ICONS.tick}${texts.allow}</button>
</div>
</form>
</div>`,
  });
}

function renderNewAddress({ language }: PageFrame, view: ConsentView): SafeHtml | undefined {
  const { newAddress, destinationHost } = view;
  if (!newAddress) return undefined;
  const ago = renderTimeAgo(newAddress.registeredAt, newAddress.now, language);
  const text = textsIn(language).consent.newAddress(html`<bdi class="name">${destinationHost}</bdi>`, ago);
  return renderNotice("problem", "new-address", text);
}

/** The host alone: it is what tells a known site from one that looks like it. */
function renderHomePage(homePage: string | undefined): SafeHtml | undefined {
  const url = parseWebUrl(homePage);
  return (
    url &&
    html`<p class="lead"><a href="${url.href}" target="_blank" rel="noopener noreferrer"><bdi>${url.host}</bdi></a></p>`
  );
}

function renderAsked({ asked }: ConsentView, texts: Texts): SafeHtml {
  if (asked.length === 0) return html`<p class="aside">${texts.consent.nothingNew}</p>`;
  const canChoose = asked.some(({ required }) => !required);
  return html`<h2>${texts.consent.wants}</h2>
${canChoose && html`<p class="hint">${texts.consent.optionalHint}</p>`}
${groupPermissions(asked, texts).map((group) => renderGroup(group, texts))}`;
}

const GROUP_ICONS = { identity: ICONS.person, resource: ICONS.box, general: ICONS.general } as const;

const renderGroup = (
  group: PermissionGroup<AskedPermission>,
  texts: Texts,
): SafeHtml => html`<fieldset class="group">
<legend>${GROUP_ICONS[group.kind]}<bdi>${group.title}</bdi></legend>
${group.permissions.map((permission) => renderChoice(permission, texts))}
</fieldset>`;

/** A required one cannot be unticked, and is not sent: the server knows what is required. */
function renderChoice(permission: AskedPermission, texts: Texts): SafeHtml {
  const { required, scope } = permission;
  const state = required ? html` checked disabled` : html` name="item" value="${scope}" checked`;
  return html`<label class="choice"><input type="checkbox"${state}><span class="permission">${renderPermission(permission, texts)}</span>${
    required && html`<span class="tag">${ICONS.lock}${texts.consent.required}</span>`
  }</label>
`;
}

function renderAlreadyAllowed(permissions: readonly ShownPermission[], texts: Texts): SafeHtml | undefined {
  if (permissions.length === 0) return undefined;
  return html`<details class="already">
<summary>${texts.consent.alreadyAllowed(permissions.length)}</summary>
<ul>
${permissions.map((permission) => html`<li>${ICONS.tick}<span class="permission">${renderPermission(permission, texts)}</span></li>`)}
</ul>
</details>`;
}

function renderLifetime({ language }: PageFrame, { lasts }: ConsentView): string {
  const texts = textsIn(language).consent;
  const duration = formatDuration(lasts.seconds, language);
  return lasts.whileAway ? texts.lastsWhileAway(duration) : texts.lastsWhilePresent(duration);
}
