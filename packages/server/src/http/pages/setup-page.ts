import { html } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderPasswordField, renderTextField } from "./parts/field.ts";
import { renderHiddenInputs } from "./parts/hidden-inputs.ts";
import type { SetupProblem } from "./texts/texts.ts";
import { textsIn } from "./texts/texts-in.ts";

export interface SetupView {
  readonly csrf: string;
  /** From the attempt that failed. */
  readonly username?: string;
  readonly problem?: SetupProblem;
}

/** The operator chooses the name and the password of the first administrator. */
export function renderSetupPage(frame: PageFrame, { csrf, username = "", problem }: SetupView): string {
  const { setup: texts, account, showPassword } = textsIn(frame.language);
  const problemOf = (field: "username" | "password") =>
    problem?.startsWith(field) ? texts.problems[problem] : undefined;
  const hasWrongPassword = problemOf("password") !== undefined;
  return renderLayout(frame, {
    title: texts.title,
    isProblem: problem !== undefined,
    width: "narrow",
    hasPasswords: true,
    main: html`<div class="card">
<div class="opening">
<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
</div>
<form method="post" action="/setup" novalidate>
${renderHiddenInputs({ csrf })}
${renderTextField({
  id: "username",
  name: "username",
  label: texts.username,
  attributes: html`value="${username}" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" maxlength="128"`,
  hint: { id: "username-rule", text: texts.usernameRule },
  problem: problemOf("username"),
  hasFocus: !hasWrongPassword,
})}
${renderPasswordField({
  id: "new-password",
  name: "new_password",
  label: texts.password,
  showPassword,
  attributes: html`autocomplete="new-password" minlength="8"`,
  hint: { id: "password-rule", text: account.passwordRule },
  problem: problemOf("password"),
  hasFocus: hasWrongPassword,
})}
<button class="button primary block" id="setup-submit" type="submit">${texts.submit}</button>
</form>
<p class="aside">${texts.hint(html`<code>${frame.site.program} admin create --username admin</code>`)}</p>
</div>`,
  });
}
