import type { ComponentProps } from "react";
import type { LicetPermission } from "../auth/licet-permission.ts";
import { useMay } from "../auth/may.ts";
import { type ButtonKind, type ButtonSize, buttonClasses } from "./button-classes.ts";
import { Icon, type IconName } from "./icons.tsx";
import { Spinner } from "./spinner.tsx";

export interface ButtonProps extends ComponentProps<"button"> {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
  /** Under way: it cannot be pressed again, and keeps its place and its words. */
  readonly loading?: boolean;
  /** What pressing it takes: it is left out for those who would be refused. */
  readonly needs?: LicetPermission;
}

export function Button({
  kind = "secondary",
  size = "medium",
  icon,
  loading = false,
  needs,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  const may = useMay();
  if (needs !== undefined && !may(needs)) return null;
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
