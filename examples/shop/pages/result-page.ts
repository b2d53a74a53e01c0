import type { DecodedToken } from "../oidc/decode-token.ts";
import type { Texts } from "../texts/texts.ts";
import { textsIn } from "../texts/texts-in.ts";
import type { Outcome } from "../visits/outcome.ts";
import { SHOP_EMBLEM } from "./drawings.ts";
import { html, type SafeHtml } from "./html.ts";
import { ICONS } from "./icons.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderCode, renderRequest, type ShownRequest } from "./shown-request.ts";

type Fields = Readonly<Record<string, string>>;

export interface ResultView {
  readonly outcome: Outcome;
  /** The requests, oldest first. */
  readonly requests: readonly ShownRequest[];
  readonly paths: { readonly refresh: string; readonly signOut: string; readonly home: string };
  /** The hidden fields of the two forms. */
  readonly refreshFields: Fields;
  readonly signOutFields: Fields;
}

type Tokens = Extract<Outcome, { kind: "tokens" }>;

export function renderResultPage(frame: PageFrame, view: ResultView): string {
  const texts = textsIn(frame.language);
  const { outcome } = view;
  return renderLayout(frame, {
    title: outcome.kind === "tokens" ? texts.resultTitle : texts.refusedTitle,
    isProblem: outcome.kind === "error",
    width: "wide",
    main: html`<div class="hero">${SHOP_EMBLEM}<div>${
      outcome.kind === "tokens"
        ? html`<h1>${texts.resultTitle}</h1><p class="lead">${texts.resultLead(html`<bdi class="name">${outcome.userName}</bdi>`)}</p>`
        : html`<h1>${texts.refusedTitle}</h1><p class="lead">${texts.refusedLead}</p>`
    }</div></div>
${
  outcome.kind === "error" &&
  html`<div class="notice" id="demo-problem" role="alert">${ICONS.alert}<p><code>${outcome.error}</code> ${outcome.description}</p></div>`
}
${outcome.kind === "tokens" && renderScopes(frame, outcome)}
<div class="actions">
${outcome.kind === "tokens" && outcome.canRefresh && renderAction(view.paths.refresh, view.refreshFields, "demo-refresh", texts.refresh)}
${outcome.kind === "tokens" && renderAction(view.paths.signOut, view.signOutFields, "demo-sign-out", texts.signOut)}
<a class="button" id="demo-start-again" href="${view.paths.home}">${texts.startAgain}</a>
</div>
${outcome.kind === "tokens" && renderTokens(frame, outcome)}
${
  view.requests.length > 0 &&
  html`<section class="card" aria-labelledby="requests"><h2 id="requests">${texts.requests}</h2><p class="hint">${texts.requestsHint}</p>
${view.requests.map(renderRequest)}</section>`
}`,
  });
}

function renderScopes({ language }: PageFrame, { granted, refused }: Tokens): SafeHtml {
  const texts = textsIn(language);
  const none = html`<li class="none">${texts.none}</li>`;
  return html`<div class="columns">
<section class="card" aria-labelledby="granted"><h2 id="granted">${texts.granted}</h2>
<ul class="chips">${granted.length === 0 ? none : granted.map((scope) => html`<li class="chip granted">${ICONS.tick}<code>${scope}</code></li>`)}</ul></section>
<section class="card" aria-labelledby="refused"><h2 id="refused">${texts.refused}</h2>
<ul class="chips">${
    refused.length === 0
      ? none
      : refused.map(
          ({ scope, reason }) =>
            html`<li class="chip refused">${ICONS.cross}<code>${scope}</code>${renderReason(texts, reason)}</li>`,
        )
  }</ul></section>
</div>`;
}

const renderReason = (texts: Texts, reason: string | undefined): SafeHtml | false =>
  reason !== undefined && Object.hasOwn(texts.reasons, reason) && html`<span>${texts.reasons[reason]}</span>`;

const renderAction = (path: string, fields: Fields, id: string, label: string): SafeHtml =>
  html`<form method="post" action="${path}">${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button class="button" id="${id}" type="submit">${label}</button></form>
`;

function renderTokens({ language }: PageFrame, outcome: Tokens): SafeHtml {
  const texts = textsIn(language);
  const json = (label: string, value: unknown) => renderCode(label, JSON.stringify(value, null, 2));
  const jwt = (label: string, { raw, header, claims }: DecodedToken) => html`<h3>${texts.claims}</h3>
${json(`${label}: ${texts.claims}`, claims)}
<details class="disclosure"><summary>${texts.header} · ${texts.raw}</summary>
${json(`${label}: ${texts.header}`, header)}
${renderCode(`${label}: ${texts.raw}`, raw)}
</details>`;
  const token = (label: string, one: Tokens["accessToken"]) =>
    "claims" in one ? jwt(label, one) : renderCode(label, one.raw);
  const card = (id: string, title: string, hint: string, content: SafeHtml) =>
    html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><p class="hint">${hint}</p>
${content}</section>
`;
  const { accessToken, idToken, userinfo, tokenResponse } = outcome;
  return html`<div class="columns">
${card("access-token", texts.accessToken, texts.accessTokenHint, token(texts.accessToken, accessToken))}
${idToken && card("id-token", texts.idToken, texts.idTokenHint, token(texts.idToken, idToken))}
${userinfo && card("userinfo", texts.userinfo, texts.userinfoHint, json(texts.userinfo, userinfo))}
${card("token-response", texts.tokenResponse, texts.tokenResponseHint, json(texts.tokenResponse, shortenTokens(tokenResponse)))}
</div>`;
}

/** The page shows the full tokens above. Here they are shortened, so the scopes stay visible. */
const shortenTokens = (response: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(response).map(([name, value]) => [
      name,
      name.endsWith("_token") && typeof value === "string" && value.length > 32
        ? `${value.slice(0, 24)}…`
        : value,
    ]),
  );
