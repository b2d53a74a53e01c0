import type { ComponentProps } from "react";
import { Icon, type IconName } from "../icons.tsx";
import { Spinner } from "../spinner.tsx";
import { type ButtonKind, type ButtonSize, buttonClasses } from "./button-classes.ts";

export interface ButtonProps extends ComponentProps<"button"> {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
  /** The action is running: the button is disabled, and keeps its size and its label. */
  readonly loading?: boolean;
}

export function Button({
  kind = "secondary",
  size = "medium",
  icon,
  loading = false,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClasses(kind, size, className)}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
    >
      {loading ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
