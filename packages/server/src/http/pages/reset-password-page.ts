import { html } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderName } from "./parts/application-name.ts";
import { renderPasswordField } from "./parts/field.ts";
import { renderHiddenInputs } from "./parts/hidden-inputs.ts";
import { ICONS } from "./parts/icons.ts";
import { textsIn } from "./texts/texts-in.ts";

export interface ResetPasswordView {
  readonly csrf: string;
  readonly token: string;
  readonly username: string;
  readonly problem?:
    | "new_password_missing"
    | "password_too_short"
    | "password_unusable"
    | "password_published";
}

export function renderResetPasswordPage(frame: PageFrame, view: ResetPasswordView): string {
  const { resetPassword: texts, account, showPassword } = textsIn(frame.language);
  const { problem } = view;
  return renderLayout(frame, {
    title: texts.title,
    isProblem: problem !== undefined,
    width: "narrow",
    hasPasswords: true,
    main: html`<div class="card">
<div class="opening">
<h1>${texts.title}</h1>
<p class="lead">${texts.lead(renderName(view.username))}</p>
</div>
<form method="post" action="/reset-password" novalidate>
${renderHiddenInputs({ token: view.token, csrf: view.csrf })}
<input type="text" name="username" value="${view.username}" autocomplete="username" readonly hidden>
${renderPasswordField({
  id: "new-password",
  name: "new_password",
  label: account.newPassword,
  showPassword,
  attributes: html`autocomplete="new-password" minlength="8"`,
  hint: { id: "password-rule", text: account.passwordRule },
  problem: problem && account.messages[problem],
  hasFocus: true,
})}
<button class="button primary block" id="reset-submit" type="submit">${texts.submit}</button>
</form>
<p class="aside">${texts.hint}</p>
</div>`,
  });
}

export function renderPasswordSetPage(frame: PageFrame): string {
  const texts = textsIn(frame.language).resetPassword;
  return renderLayout(frame, {
    title: texts.doneTitle,
    width: "narrow",
    main: html`<div class="card">
<div class="opening">
<span class="emblem monogram">${ICONS.tick}</span>
<h1>${texts.doneTitle}</h1>
<p class="lead">${texts.done}</p>
</div>
<p><a class="button primary block" href="/account"><span>${texts.signIn}</span></a></p>
</div>`,
  });
}
