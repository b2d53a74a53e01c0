import { html, type SafeHtml } from "./html.ts";
import { ICONS } from "./icons.ts";

const drawing = (shapes: SafeHtml): SafeHtml =>
  html`<svg class="drawing" viewBox="0 0 160 104" aria-hidden="true" focusable="false">${shapes}</svg>`;

const frame: SafeHtml = html`<rect class="paper" x="18" y="10" width="124" height="84" rx="10"/><path class="line" d="M18 28h124"/><circle class="dot" cx="29" cy="19" r="2.5"/><circle class="dot" cx="38" cy="19" r="2.5"/><circle class="dot" cx="47" cy="19" r="2.5"/>`;

/** A sign-in form: a name, a password, a button. */
const signIn = drawing(
  html`${frame}<rect class="inset" x="44" y="37" width="72" height="13" rx="4"/><path class="ink" d="M51 43.500h26"/><rect class="inset" x="44" y="55" width="72" height="13" rx="4"/><g class="ink-dots"><circle cx="53" cy="61.5" r="2"/><circle cx="61" cy="61.5" r="2"/><circle cx="69" cy="61.5" r="2"/><circle cx="77" cy="61.5" r="2"/><circle cx="85" cy="61.5" r="2"/></g><rect class="solid" x="44" y="74" width="72" height="13" rx="4"/>`,
);

/** Three requested scopes, of which two are selected. */
const decide = drawing(
  html`${frame}<rect class="solid" x="34" y="37" width="12" height="12" rx="3.5"/><path class="on-solid" d="m37 43 2.5 2.5 4-4.5"/><path class="ink" d="M54 43h64"/><rect class="solid" x="34" y="56" width="12" height="12" rx="3.5"/><path class="on-solid" d="m37 62 2.5 2.5 4-4.5"/><path class="ink" d="M54 62h48"/><rect class="hollow" x="34" y="75" width="12" height="12" rx="3.5"/><path class="faint" d="M54 81h56"/>`,
);

/** A token with the granted scopes, and beside it the refused ones. */
const compare = drawing(
  html`<rect class="paper" x="14" y="20" width="86" height="64" rx="10"/><circle class="solid" cx="33" cy="38" r="8"/><path class="on-solid" d="m29.5 38 2.5 2.5 4.5-5"/><path class="ink" d="M48 38h36"/><rect class="chip-drawn" x="25" y="54" width="64" height="8" rx="4"/><rect class="chip-drawn" x="25" y="67" width="46" height="8" rx="4"/><rect class="hollow dashed" x="112" y="36" width="36" height="32" rx="8"/><path class="no" d="m125 47 10 10m0-10-10 10"/>`,
);

export const STEP_DRAWINGS: readonly [SafeHtml, SafeHtml, SafeHtml] = [signIn, decide, compare];

/** A bag, for the shop. */
export const SHOP_EMBLEM: SafeHtml = html`<span class="emblem">${ICONS.bag}</span>`;
