import { html, type SafeHtml } from "./html.ts";

/** Icons are decoration: the text beside them has the same meaning, so screen readers skip them. */
const icon = (drawing: SafeHtml): SafeHtml =>
  html`<svg class="icon" width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${drawing}</svg>`;

export const ICONS = {
  alert: icon(html`<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.4v.1"/>`),
  person: icon(
    html`<circle cx="12" cy="8" r="3.75"/><path d="M4.5 20c.9-3.8 3.8-5.5 7.5-5.5s6.6 1.7 7.5 5.5"/>`,
  ),
  arrow: icon(html`<path d="M5 12h14M13 6l6 6-6 6"/>`),
  tick: icon(html`<path d="m5 12.5 4.5 4.500L19 7.5"/>`),
  cross: icon(html`<path d="m6.5 6.5 11 11M17.5 6.500l-11 11"/>`),
  bag: icon(html`<path d="M5.5 8.5h13l1 11.5h-15zM9 11V7.5a3 3 0 0 1 6 0V11"/>`),
} as const;

/** The logo of Licet: an L whose lower stroke is a check mark. */
export const MARK: SafeHtml = html`<svg class="mark" width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect class="mark-field" width="32" height="32" rx="9"/><path class="mark-line" fill="none" stroke="#fff" stroke-width="3" d="M10 7v11.500l4.5 5L24 13"/></svg>`;
