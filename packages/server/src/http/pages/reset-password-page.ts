import { html } from "./html.ts";
import { type PageFrame, renderLayout } from "./layout.ts";
import { renderName } from "./parts/application-name.ts";
import { renderHiddenInputs } from "./parts/hidden-inputs.ts";
import { ICONS } from "./parts/icons.ts";
import { renderNotice } from "./parts/notice.ts";
import { textsIn } from "./texts/texts-in.ts";

export interface ResetPasswordView {
  readonly csrf: string;
  readonly token: string;
  readonly username: string;
  readonly problem?: "password_too_short" | "password_unusable" | "password_published";
}

export function renderResetPasswordPage(frame: PageFrame, view: ResetPasswordView): string {
  const { resetPassword: texts, account } = textsIn(frame.language);
  const { problem } = view;
  const blame =
    problem === undefined
      ? html` aria-describedby="password-rule"`
      : html` aria-describedby="reset-problem password-rule" aria-invalid="true"`;
  return renderLayout(frame, {
    title: texts.title,
    isProblem: problem !== undefined,
    width: "narrow",
    main: html`<div class="card">
<div class="opening">
<h1>${texts.title}</h1>
<p class="lead">${texts.lead(renderName(view.username))}</p>
</div>
${problem !== undefined && renderNotice("problem", "reset-problem", account.messages[problem])}
<form method="post" action="/reset-password">
${renderHiddenInputs({ token: view.token, csrf: view.csrf })}
<input type="text" name="username" value="${view.username}" autocomplete="username" readonly hidden>
<div class="field">
<label for="new-password">${account.newPassword}</label>
<input id="new-password" name="new_password" type="password" autocomplete="new-password" minlength="8" required autofocus${blame}>
<p class="hint" id="password-rule">${account.passwordRule}</p>
</div>
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
