import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { html, type SafeHtml } from "../html.ts";
import type { PageFrame } from "../layout.ts";
import { textsIn } from "../texts/texts-in.ts";
import { describeUserAgent } from "./describe-user-agent.ts";
import { renderHiddenInputs } from "./hidden-inputs.ts";
import { ICONS } from "./icons.ts";
import { renderTimeAgo } from "./time.ts";

export interface AccountSessionView {
  readonly id: string;
  /** The one that this page is seen in. */
  readonly current: boolean;
  readonly userAgent: string;
  readonly ip: string;
  readonly createdAt: EpochSeconds;
  readonly lastSeenAt: EpochSeconds;
}

interface SessionsView {
  readonly csrf: string;
  readonly now: EpochSeconds;
  readonly sessions: readonly AccountSessionView[];
}

export function renderAccountSessions(frame: PageFrame, view: SessionsView): SafeHtml {
  const texts = textsIn(frame.language).account;
  const others = view.sessions.filter(({ current }) => !current);
  return html`<h2 id="sessions">${texts.sessions}</h2>
<p class="hint">${texts.sessionsHint}</p>
<ul class="rows">
${view.sessions.map((session) => renderSession(frame, view, session))}
</ul>
${
  others.length > 0 &&
  html`<form method="post" action="/account/sessions/end-others">
${renderHiddenInputs({ csrf: view.csrf })}
<button class="button" id="sessions-end-others" type="submit">${texts.endOthers}</button>
</form>`
}`;
}

function renderSession(
  { language }: PageFrame,
  { csrf, now }: SessionsView,
  session: AccountSessionView,
): SafeHtml {
  const texts = textsIn(language).account;
  const { browser, system, handheld } = describeUserAgent(session.userAgent);
  const device = texts.device(browser, system);
  const activity = session.current
    ? texts.signedIn(renderTimeAgo(session.createdAt, now, language))
    : texts.lastSeen(renderTimeAgo(session.lastSeenAt, now, language));
  return html`<li class="row">${handheld ? ICONS.phone : ICONS.screen}
<div class="row-words"><p class="row-title">${device}${session.current && html` <span class="tag current">${texts.thisSession}</span>`}</p>
<p class="row-detail">${texts.address(session.ip)} · ${activity}</p></div>
${
  !session.current &&
  html`<form method="post" action="/account/sessions/end">
${renderHiddenInputs({ csrf, session: session.id })}
<button class="button small" type="submit" aria-label="${texts.endSessionOf(device)}">${texts.endSession}</button>
</form>`
}</li>
`;
}
