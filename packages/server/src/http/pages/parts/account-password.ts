import { html, type SafeHtml } from "../html.ts";
import type { PageFrame } from "../layout.ts";
import { textsIn } from "../texts/texts-in.ts";
import { renderPasswordField } from "./field.ts";
import { renderHiddenInputs } from "./hidden-inputs.ts";

interface PasswordFormView {
  readonly csrf: string;
  readonly username: string;
  readonly hasPassword: boolean;
  /** What went wrong with the form as a whole. */
  readonly notice: SafeHtml | undefined;
  /** What is wrong with each field. */
  readonly problems: PasswordProblems;
}

export interface PasswordProblems {
  readonly current?: string;
  readonly next?: string;
}

export function renderAccountPassword({ language }: PageFrame, view: PasswordFormView): SafeHtml {
  const { account: texts, showPassword } = textsIn(language);
  if (!view.hasPassword)
    return html`<h2 id="password-title">${texts.password}</h2><p class="hint">${texts.noPassword}</p>`;
  const { current, next } = view.problems;
  return html`<h2 id="password-title">${texts.password}</h2>
<p class="hint">${texts.passwordHint}</p>
${view.notice}
<form class="password" method="post" action="/account/password" novalidate>
${renderHiddenInputs({ csrf: view.csrf })}
<input type="text" name="username" value="${view.username}" autocomplete="username" readonly hidden>
${renderPasswordField({
  id: "current-password",
  name: "current_password",
  label: texts.currentPassword,
  showPassword,
  attributes: html`autocomplete="current-password"`,
  problem: current,
  hasFocus: current !== undefined,
})}
${renderPasswordField({
  id: "new-password",
  name: "new_password",
  label: texts.newPassword,
  showPassword,
  attributes: html`autocomplete="new-password" minlength="8"`,
  hint: { id: "password-rule", text: texts.passwordRule },
  problem: next,
  hasFocus: current === undefined && next !== undefined,
})}
<button class="button" id="password-change" type="submit">${texts.changePassword}</button>
</form>`;
}
