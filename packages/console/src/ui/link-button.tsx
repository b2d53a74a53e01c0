import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import type { LicetPermission } from "../auth/licet-permission.ts";
import { useMay } from "../auth/may.ts";
import { type ButtonKind, type ButtonSize, buttonClasses } from "./button-classes.ts";
import { Icon, type IconName } from "./icons.tsx";

interface ButtonAnchorProps extends ComponentProps<"a"> {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
  /** What its view takes: it is left out for those who may not open it. */
  readonly needs?: LicetPermission;
}

const ButtonAnchor = ({
  kind = "secondary",
  size = "medium",
  icon,
  needs,
  className,
  children,
  ...rest
}: ButtonAnchorProps) => {
  const may = useMay();
  if (needs !== undefined && !may(needs)) return null;
  return (
    <a {...rest} className={buttonClasses(kind, size, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
};

/** Looks like a button and leads to a view: what it does is a link, so it opens in a new tab, too. */
export const LinkButton = createLink(ButtonAnchor);
