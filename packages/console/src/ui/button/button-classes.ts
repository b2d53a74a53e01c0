import { classNames } from "../class-names.ts";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "medium" | "small";

const KINDS: Record<ButtonKind, string> = {
  primary: "border-accent-ink bg-accent text-on-accent hover:not-disabled:bg-accent-hover",
  secondary: "border-edge bg-surface text-ink hover:not-disabled:bg-hover",
  quiet: "border-transparent bg-transparent text-accent-ink hover:not-disabled:bg-hover",
  danger: "border-transparent bg-danger text-on-accent hover:not-disabled:bg-danger-hover",
};

const SIZES: Record<ButtonSize, string> = {
  medium: "min-h-9 px-3.5 py-1.5 text-base",
  small: "min-h-7 px-2.5 py-0.5 text-sm",
};

export const buttonClasses = (kind: ButtonKind, size: ButtonSize, more?: string): string =>
  classNames(
    "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border text-center font-semibold",
    "whitespace-nowrap no-underline transition-colors duration-100 select-none",
    "disabled:cursor-not-allowed disabled:border-line disabled:bg-inset disabled:text-muted",
    KINDS[kind],
    SIZES[size],
    more,
  );
