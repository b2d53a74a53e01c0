import { html } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderEmblem, renderName, type ShownApplication } from "./parts/application-name.ts";
import { renderPasswordField, renderTextField } from "./parts/field.ts";
import { renderHiddenInputs } from "./parts/hidden-inputs.ts";
import { renderNotice } from "./parts/notice.ts";
import { formatDuration } from "./parts/time.ts";
import { textsIn } from "./texts/texts-in.ts";

export interface LoginView {
  readonly csrf: string;
  readonly interactionId: string;
  /** Absent when the user goes to a page of ours. */
  readonly application?: ShownApplication;
  /** From `login_hint`, or from the attempt that failed. */
  readonly username?: string;
  readonly problem?: LoginProblem;
}

export type LoginProblem =
  | { readonly kind: "wrong" }
  /** These fields were empty: no password was checked. */
  | { readonly kind: "missing"; readonly fields: readonly ("username" | "password")[] }
  | { readonly kind: "throttled"; readonly retryAfterSeconds: number };

export function renderLoginPage(frame: PageFrame, view: LoginView): string {
  const texts = textsIn(frame.language).login;
  const { application, username = "" } = view;
  const { problem } = view;
  const noticeText = problem && noticeTextOf(frame, problem);
  const isMissing = (field: "username" | "password") =>
    problem?.kind === "missing" && problem.fields.includes(field);
  const noticeId = noticeText && "login-problem";
  const isWrong = problem?.kind === "wrong";
  // A user whose name is given only has to type the password.
  const hasName = username !== "";
  return renderLayout(frame, {
    title: texts.title,
    isProblem: problem !== undefined,
    hasPasswords: true,
    width: "narrow",
    main: html`<div class="card">
<div class="opening">
${application && renderEmblem(application)}
<h1>${texts.title}</h1>
${application && html`<p class="lead">${texts.toContinueTo(renderName(application.name))}</p>`}
</div>
${noticeText && renderNotice("problem", "login-problem", noticeText)}
<form method="post" action="/login" novalidate>
${renderHiddenInputs({ interaction: view.interactionId, csrf: view.csrf })}
${renderTextField({
  id: "username",
  name: "username",
  label: texts.username,
  attributes: html`value="${username}" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" maxlength="320"`,
  problem: isMissing("username") ? texts.usernameMissing : undefined,
  noticeId,
  ...(isWrong && { isInvalid: true }),
  hasFocus: !hasName,
})}
${renderPasswordField({
  id: "password",
  name: "password",
  label: texts.password,
  showPassword: textsIn(frame.language).showPassword,
  attributes: html`autocomplete="current-password"`,
  problem: isMissing("password") ? texts.passwordMissing : undefined,
  noticeId,
  ...(isWrong && { isInvalid: true }),
  hasFocus: hasName,
})}
<button class="button primary block" id="login-submit" type="submit">${texts.submit}</button>
</form>
<p class="aside">${texts.forgotten}</p>
</div>`,
  });
}

/** A missing value is said at its field, everything else above the form. */
function noticeTextOf({ language }: PageFrame, problem: LoginProblem): string | undefined {
  const texts = textsIn(language).login;
  if (problem.kind === "missing") return undefined;
  return problem.kind === "wrong"
    ? texts.wrong
    : texts.throttled(formatDuration(problem.retryAfterSeconds, language));
}
