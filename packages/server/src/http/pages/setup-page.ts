import { html } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderHiddenInputs } from "./parts/hidden-inputs.ts";
import { renderNotice } from "./parts/notice.ts";
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
  const { setup: texts, account } = textsIn(frame.language);
  const field = (name: "username" | "password") => {
    const isWrong = problem?.startsWith(name) ?? false;
    const described = html` aria-describedby="${isWrong ? "setup-problem " : ""}${name}-rule"`;
    const isFirst = problem === undefined && name === "username";
    return html`${described}${isWrong && html` aria-invalid="true"`}${(isWrong || isFirst) && html` autofocus`}`;
  };
  return renderLayout(frame, {
    title: texts.title,
    isProblem: problem !== undefined,
    width: "narrow",
    main: html`<div class="card">
<div class="opening">
<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
</div>
${problem !== undefined && renderNotice("problem", "setup-problem", texts.problems[problem])}
<form method="post" action="/setup">
${renderHiddenInputs({ csrf })}
<div class="field">
<label for="username">${texts.username}</label>
<input id="username" name="username" type="text" value="${username}" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" required maxlength="128"${field("username")}>
<p class="hint" id="username-rule">${texts.usernameRule}</p>
</div>
<div class="field">
<label for="new-password">${texts.password}</label>
<input id="new-password" name="new_password" type="password" autocomplete="new-password" minlength="8" required${field("password")}>
<p class="hint" id="password-rule">${account.passwordRule}</p>
</div>
<button class="button primary block" id="setup-submit" type="submit">${texts.submit}</button>
</form>
<p class="aside">${texts.hint(html`<code>licet admin create</code>`)}</p>
</div>`,
  });
}
