const FIELD =
  ":is(input, textarea):not([type=hidden], [type=file], [type=radio], [type=checkbox], [aria-hidden=true], :disabled)";

/** The element that gets the focus when a dialog opens: its first field, else the dialog, but not its close button. */
export const firstFocus = (popup: HTMLElement | null): HTMLElement | null =>
  popup?.querySelector<HTMLElement>(FIELD) ?? popup;
