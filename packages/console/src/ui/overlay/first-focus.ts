const FIELD =
  ":is(input, textarea):not([type=hidden], [type=file], [type=radio], [type=checkbox], [aria-hidden=true], :disabled)";

/** Where the focus goes when something opens: the first field, else the whole. Not the button that closes it. */
export const firstFocus = (popup: HTMLElement | null): HTMLElement | null =>
  popup?.querySelector<HTMLElement>(FIELD) ?? popup;
