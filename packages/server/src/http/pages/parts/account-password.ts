import { html, type SafeHtml } from "../html.ts";
import type { PageFrame } from "../layout.ts";
import { textsIn } from "../texts/texts-in.ts";
import { renderHiddenInputs } from "./hidden-inputs.ts";

interface PasswordFormView {
  readonly csrf: string;
  readonly username: string;
  readonly hasPassword: boolean;
  /** The notice of what went wrong, and the field that it is about. */
  readonly problem: SafeHtml | undefined;
  readonly problemField: "current" | "new";
}

export function renderAccountPassword({ language }: PageFrame, view: PasswordFormView): SafeHtml {
  const texts = textsIn(language).account;
  if (!view.hasPassword)
    return html`<h2 id="password-title">${texts.password}</h2><p class="hint">${texts.noPassword}</p>`;
  const blame = (field: PasswordFormView["problemField"], description: string) =>
    view.problem !== undefined && view.problemField === field
      ? html` aria-describedby="${`account-message ${description}`.trim()}" aria-invalid="true" autofocus`
      : description !== "" && html` aria-describedby="${description}"`;
  return html`<h2 id="password-title">${texts.password}</h2>
<p class="hint">${texts.passwordHint}</p>
${view.problem}
<form class="password" method="post" action="/account/password">
${renderHiddenInputs({ csrf: view.csrf })}
<input type="text" name="username" value="${view.username}" autocomplete="username" readonly hidden>
<div class="field">
<label for="current-password">${texts.currentPassword}</label>
<input id="current-password" name="current_password" type="password" autocomplete="current-password" required${blame("current", "")}>
</div>
<div class="field">
<label for="new-password">${texts.newPassword}</label>
<input id="new-password" name="new_password" type="password" autocomplete="new-password" minlength="8" required${blame("new", "password-rule")}>
<p class="hint" id="password-rule">${texts.passwordRule}</p>
</div>
<button class="button" id="password-change" type="submit">${texts.changePassword}</button>
</form>`;
}
