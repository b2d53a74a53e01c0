import { html, type SafeHtml } from "../html.ts";
import { renderAvatar } from "./application-name.ts";

export interface ShownAccount {
  readonly username: string;
  readonly name?: string;
  readonly email?: string;
}

/** The account: the name, and below it the text that distinguishes two users of one name. */
export function renderAccount({ username, name, email }: ShownAccount): SafeHtml {
  const title = name ?? username;
  const detail = email ?? (name === undefined ? undefined : username);
  return html`${renderAvatar(title)}<span class="account-words"><bdi class="account-title">${title}</bdi>${
    detail !== undefined && html`<bdi class="account-detail">${detail}</bdi>`
  }</span>`;
}
