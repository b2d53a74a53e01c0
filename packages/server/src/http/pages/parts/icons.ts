import { html, type SafeHtml } from "../html.ts";

/** Decoration: words beside it say the same, so screen readers pass over it. */
const icon = (drawing: SafeHtml): SafeHtml =>
  html`<svg class="icon" width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${drawing}</svg>`;

export const ICONS = {
  alert: icon(html`<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.4v.1"/>`),
  done: icon(html`<circle cx="12" cy="12" r="9"/><path d="m8 12.4 2.8 2.8L16 9.6"/>`),
  person: icon(
    html`<circle cx="12" cy="8" r="3.75"/><path d="M4.5 20c.9-3.8 3.8-5.5 7.5-5.5s6.6 1.7 7.5 5.5"/>`,
  ),
  box: icon(html`<path d="M4 8.2 12 4l8 4.200v7.600L12 20l-8-4.200zM4 8.200l8 4.2 8-4.200M12 12.400V20"/>`),
  general: icon(html`<circle cx="8" cy="15.5" r="4"/><path d="m11 12.5 8-8M16 7.500l2.5 2.5"/>`),
  clock: icon(html`<circle cx="12" cy="12" r="8.5"/><path d="M12 7.200V12l3.2 2"/>`),
  arrow: icon(html`<path d="M5 12h14M13 6l6 6-6 6"/>`),
  lock: icon(
    html`<rect x="5" y="10.5" width="14" height="9.5" rx="2.5"/><path d="M8 10.500V8a4 4 0 0 1 8 0v2.5"/>`,
  ),
  tick: icon(html`<path d="m5 12.5 4.5 4.500L19 7.5"/>`),
  cross: icon(html`<path d="m6.5 6.5 11 11M17.5 6.500l-11 11"/>`),
  screen: icon(html`<rect x="3.5" y="5" width="17" height="11.5" rx="2"/><path d="M9 20h6M12 16.500V20"/>`),
  eye: icon(
    html`<path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12z"/><circle cx="12" cy="12" r="3"/>`,
  ),
  eyeOff: icon(
    html`<path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12z"/><circle cx="12" cy="12" r="3"/><path d="m4 20 16-16"/>`,
  ),
  phone: icon(html`<rect x="7" y="3" width="10" height="18" rx="2.5"/><path d="M11 17.800h2"/>`),
} as const;

/** The mark of Licet, for deployments without a logo: an L whose foot is a tick. */
export const MARK: SafeHtml = html`<svg class="mark" width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect class="mark-field" width="32" height="32" rx="9"/><path class="mark-line" fill="none" stroke="#fff" stroke-width="3" d="M10 7v11.500l4.5 5L24 13"/></svg>`;
