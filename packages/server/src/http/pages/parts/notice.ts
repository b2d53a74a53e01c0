import { type Embeddable, html, type SafeHtml } from "../html.ts";
import { ICONS } from "./icons.ts";

/** A problem interrupts a screen reader, a success waits its turn. The id is for `aria-describedby`. */
export const renderNotice = (kind: "problem" | "success", id: string, text: Embeddable): SafeHtml =>
  kind === "problem"
    ? html`<div class="notice problem" id="${id}" role="alert">${ICONS.alert}<p>${text}</p></div>`
    : html`<div class="notice success" id="${id}" role="status">${ICONS.done}<p>${text}</p></div>`;
