import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { html, type SafeHtml } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderAccount, type ShownAccount } from "./parts/account.ts";
import { type AccountConsentView, renderAccountConsents } from "./parts/account-consents.ts";
import { type PasswordProblems, renderAccountPassword } from "./parts/account-password.ts";
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
  | { readonly kind: "password_throttled"; readonly retryAfterSeconds: number }
  /** These fields were empty: nothing was checked. */
  | { readonly kind: "password_missing"; readonly fields: readonly ("current" | "next")[] };

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
  const problems = isProblem ? problemsOfFields(frame, message) : undefined;
  const notice =
    message && message.kind !== "password_missing" && !problems
      ? renderMessage(frame, message, isProblem)
      : undefined;
  const isAboutForm = message?.kind === "password_throttled";
  return renderLayout(frame, {
    title: texts.title,
    isProblem,
    width: "wide",
    hasPasswords: view.user.hasPassword,
    aside: html`<a class="button quiet" href="/logout">${texts.signOut}</a>`,
    main: html`<div class="title-row"><h1>${texts.title}</h1></div>
${!isAboutForm && notice}
<div class="strip profile">${renderAccount(view.user)}</div>
<section class="card" aria-labelledby="sessions">${renderAccountSessions(frame, view)}</section>
<section class="card" aria-labelledby="consents">${renderAccountConsents(frame, view)}</section>
<section class="card" aria-labelledby="password-title">${renderAccountPassword(frame, {
      csrf: view.csrf,
      username: view.user.username,
      hasPassword: view.user.hasPassword,
      notice: isAboutForm ? notice : undefined,
      problems: problems ?? {},
    })}</section>`,
  });
}

/** Undefined: the message is about no single field. */
function problemsOfFields({ language }: PageFrame, message: AccountMessage): PasswordProblems | undefined {
  const { messages } = textsIn(language).account;
  if (message.kind === "password_wrong") return { current: messages.password_wrong };
  if (message.kind === "password_missing")
    return {
      ...(message.fields.includes("current") && { current: messages.current_password_missing }),
      ...(message.fields.includes("next") && { next: messages.new_password_missing }),
    };
  const isNext = NEW_PASSWORD_PROBLEMS.find((kind) => kind === message.kind);
  return isNext && { next: messages[isNext] };
}

const NEW_PASSWORD_PROBLEMS = [
  "password_too_short",
  "password_unusable",
  "password_published",
  "password_same",
] as const satisfies readonly AccountProblem[];

function renderMessage(
  { language }: PageFrame,
  message: Exclude<AccountMessage, { kind: "password_missing" }>,
  isProblem: boolean,
): SafeHtml {
  const texts = textsIn(language).account;
  const text =
    message.kind === "password_throttled"
      ? texts.throttled(formatDuration(message.retryAfterSeconds, language))
      : texts.messages[message.kind];
  return renderNotice(isProblem ? "problem" : "success", "account-message", text);
}
