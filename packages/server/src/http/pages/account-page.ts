import type { EpochSeconds } from "../../core/time.ts";
import { html, type SafeHtml } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderAccount, type ShownAccount } from "./parts/account.ts";
import { type AccountConsentView, renderAccountConsents } from "./parts/account-consents.ts";
import { renderAccountPassword } from "./parts/account-password.ts";
import { type AccountSessionView, renderAccountSessions } from "./parts/account-sessions.ts";
import { renderNotice } from "./parts/notice.ts";
import { formatDuration } from "./parts/time.ts";
import type { AccountProblem, AccountSuccess } from "./texts/texts.ts";
import { textsIn } from "./texts/texts-in.ts";

export interface AccountView {
  readonly csrf: string;
  readonly now: EpochSeconds;
  readonly user: ShownAccount & {
    /** False: nothing to change; an administrator has to set one first. */
    readonly hasPassword: boolean;
  };
  readonly sessions: readonly AccountSessionView[];
  readonly consents: readonly AccountConsentView[];
  readonly message?: AccountMessage;
}

export type AccountMessage =
  | { readonly kind: AccountSuccess | AccountProblem }
  | { readonly kind: "password_throttled"; readonly retryAfterSeconds: number };

const SUCCESSES: ReadonlySet<string> = new Set<AccountSuccess>([
  "session_ended",
  "other_sessions_ended",
  "consent_withdrawn",
  "password_changed",
]);

export function renderAccountPage(frame: PageFrame, view: AccountView): string {
  const texts = textsIn(frame.language).account;
  const { message } = view;
  const isProblem = message !== undefined && !SUCCESSES.has(message.kind);
  const isPasswordProblem = isProblem && message.kind.startsWith("password_");
  const notice = message && renderMessage(frame, message, isProblem);
  return renderLayout(frame, {
    title: texts.title,
    isProblem,
    width: "wide",
    aside: html`<a class="button quiet" href="/logout">${texts.signOut}</a>`,
    main: html`<div class="title-row"><h1>${texts.title}</h1></div>
${!isPasswordProblem && notice}
<div class="strip profile">${renderAccount(view.user)}</div>
<section class="card" aria-labelledby="sessions">${renderAccountSessions(frame, view)}</section>
<section class="card" aria-labelledby="consents">${renderAccountConsents(frame, view)}</section>
<section class="card" aria-labelledby="password-title">${renderAccountPassword(frame, {
      csrf: view.csrf,
      username: view.user.username,
      hasPassword: view.user.hasPassword,
      problem: isPasswordProblem ? notice : undefined,
      problemField: message?.kind === "password_wrong" ? "current" : "new",
    })}</section>`,
  });
}

function renderMessage({ language }: PageFrame, message: AccountMessage, isProblem: boolean): SafeHtml {
  const texts = textsIn(language).account;
  const text =
    message.kind === "password_throttled"
      ? texts.throttled(formatDuration(message.retryAfterSeconds, language))
      : texts.messages[message.kind];
  return renderNotice(isProblem ? "problem" : "success", "account-message", text);
}
