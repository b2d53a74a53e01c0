import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { Icon, type IconName } from "../icons.tsx";
import { Tooltip } from "../tooltip.tsx";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  readonly icon: IconName;
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly size?: "medium" | "small";
}

export function IconButton({ icon, label, size = "medium", className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={classNames(
          "inline-flex shrink-0 items-center justify-center rounded-control text-muted transition-colors duration-100",
          "hover:not-disabled:bg-hover hover:not-disabled:text-ink disabled:cursor-not-allowed disabled:opacity-50",
          "data-popup-open:bg-hover data-popup-open:text-ink",
          size === "medium" ? "size-9" : "size-7",
          className,
        )}
      >
        <Icon name={icon} className={size === "medium" ? "size-5" : "size-4"} />
      </button>
    </Tooltip>
  );
}
