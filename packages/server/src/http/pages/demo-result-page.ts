import type { RefusalReason } from "../../permissions/refusal.ts";
import { html, type SafeHtml } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderName } from "./parts/application-name.ts";
import { SHOP_EMBLEM } from "./parts/demo-drawings.ts";
import { renderHiddenInputs } from "./parts/hidden-inputs.ts";
import { ICONS } from "./parts/icons.ts";
import { renderNotice } from "./parts/notice.ts";
import { renderCode, renderRequest, type ShownRequest } from "./parts/shown-request.ts";
import { textsIn } from "./texts/texts-in.ts";

export interface DemoResultView {
  readonly csrf: string;
  readonly outcome: DemoOutcome;
  /** Oldest first. */
  readonly requests: readonly ShownRequest[];
  readonly paths: { readonly refresh: string; readonly signOut: string; readonly start: string };
}

export type DemoOutcome =
  /** The authorization server answered with an error (RFC 6749 §4.1.2.1). */
  | { readonly kind: "error"; readonly error: string; readonly description?: string }
  | {
      readonly kind: "tokens";
      readonly userName: string;
      readonly granted: readonly string[];
      readonly refused: readonly { readonly scope: string; readonly reason?: RefusalReason }[];
      readonly accessToken: DecodedToken;
      readonly idToken?: DecodedToken;
      readonly userinfo?: Readonly<Record<string, unknown>>;
      /** As it came; the page shortens the tokens in it. */
      readonly tokenResponse: Readonly<Record<string, unknown>>;
      readonly canRefresh: boolean;
    };

export interface DecodedToken {
  readonly raw: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

type Tokens = Extract<DemoOutcome, { kind: "tokens" }>;

export function renderDemoResultPage(frame: PageFrame, view: DemoResultView): string {
  const texts = textsIn(frame.language).demo;
  const { outcome } = view;
  return renderLayout(frame, {
    title: outcome.kind === "tokens" ? texts.resultTitle : texts.refusedTitle,
    isProblem: outcome.kind === "error",
    width: "wide",
    aside: html`<span class="tag">${texts.demoBadge}</span>`,
    extraHead: html`<link rel="stylesheet" href="${frame.site.paths.demoStyles}">
`,
    main: html`<div class="hero">${SHOP_EMBLEM}<div>${
      outcome.kind === "tokens"
        ? html`<h1>${texts.resultTitle}</h1><p class="lead">${texts.resultLead(renderName(outcome.userName))}</p>`
        : html`<h1>${texts.refusedTitle}</h1><p class="lead">${texts.refusedLead}</p>`
    }</div></div>
${
  outcome.kind === "error" &&
  renderNotice("problem", "demo-problem", html`<code>${outcome.error}</code> ${outcome.description}`)
}
${outcome.kind === "tokens" && renderScopes(frame, outcome)}
<div class="actions">
${outcome.kind === "tokens" && outcome.canRefresh && renderAction(view.paths.refresh, view.csrf, "demo-refresh", texts.refresh)}
${outcome.kind === "tokens" && renderAction(view.paths.signOut, view.csrf, "demo-sign-out", texts.signOut)}
<a class="button" id="demo-start-again" href="${view.paths.start}">${texts.startAgain}</a>
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
  const texts = textsIn(language).demo;
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
            html`<li class="chip refused">${ICONS.cross}<code>${scope}</code>${reason && html`<span>${texts.reasons[reason]}</span>`}</li>`,
        )
  }</ul></section>
</div>`;
}

const renderAction = (path: string, csrf: string, id: string, label: string): SafeHtml =>
  html`<form method="post" action="${path}">${renderHiddenInputs({ csrf })}<button class="button" id="${id}" type="submit">${label}</button></form>
`;

function renderTokens({ language }: PageFrame, outcome: Tokens): SafeHtml {
  const texts = textsIn(language).demo;
  const json = (label: string, value: unknown) => renderCode(label, JSON.stringify(value, null, 2));
  const token = (label: string, { raw, header, claims }: DecodedToken) => html`<h3>${texts.claims}</h3>
${json(`${label}: ${texts.claims}`, claims)}
<details class="already"><summary>${texts.header} · ${texts.raw}</summary>
${json(`${label}: ${texts.header}`, header)}
${renderCode(`${label}: ${texts.raw}`, raw)}
</details>`;
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

/** Tokens are shown in full above; here they would push the scopes out of sight. */
const shortenTokens = (response: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(response).map(([name, value]) => [
      name,
      name.endsWith("_token") && typeof value === "string" && value.length > 32
        ? `${value.slice(0, 24)}…`
        : value,
    ]),
  );
