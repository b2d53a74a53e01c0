import { html, type SafeHtml } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderEmblem, renderName, type ShownApplication } from "./parts/application-name.ts";
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
  | { readonly kind: "throttled"; readonly retryAfterSeconds: number };

export function renderLoginPage(frame: PageFrame, view: LoginView): string {
  const texts = textsIn(frame.language).login;
  const { application, username = "" } = view;
  const problem = view.problem && renderNotice("problem", "login-problem", problemText(frame, view.problem));
  const describedBy = view.problem && html` aria-describedby="login-problem"`;
  const invalid = view.problem?.kind === "wrong" && html` aria-invalid="true"`;
  // A user whose name is given only has to type the password.
  const [focusUsername, focusPassword]: readonly (SafeHtml | false)[] =
    username === "" ? [html` autofocus`, false] : [false, html` autofocus`];
  return renderLayout(frame, {
    title: texts.title,
    isProblem: view.problem !== undefined,
    width: "narrow",
    main: html`<div class="card">
<div class="opening">
${application && renderEmblem(application)}
<h1>${texts.title}</h1>
${application && html`<p class="lead">${texts.toContinueTo(renderName(application.name))}</p>`}
</div>
${problem}
<form method="post" action="/login">
${renderHiddenInputs({ interaction: view.interactionId, csrf: view.csrf })}
<div class="field">
<label for="username">${texts.username}</label>
<input id="username" name="username" type="text" value="${username}" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" required maxlength="320"${describedBy}${invalid}${focusUsername}>
</div>
<div class="field">
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${describedBy}${invalid}${focusPassword}>
</div>
<button class="button primary block" id="login-submit" type="submit">${texts.submit}</button>
</form>
<p class="aside">${texts.forgotten}</p>
</div>`,
  });
}

function problemText({ language }: PageFrame, problem: LoginProblem): string {
  const texts = textsIn(language).login;
  return problem.kind === "wrong"
    ? texts.wrong
    : texts.throttled(formatDuration(problem.retryAfterSeconds, language));
}
