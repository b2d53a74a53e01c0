import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { Icon, type IconName } from "../icons.tsx";
import { type ButtonKind, type ButtonSize, buttonClasses } from "./button-classes.ts";

export interface ButtonAnchorProps extends ComponentProps<"a"> {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
}

export const ButtonAnchor = ({
  kind = "secondary",
  size = "medium",
  icon,
  className,
  children,
  ...rest
}: ButtonAnchorProps) => (
  <a {...rest} className={buttonClasses(kind, size, className)}>
    {icon && <Icon name={icon} />}
    {children}
  </a>
);

/** A link to a view that looks like a button; as a link, it can open in a new tab. */
export const LinkButton = createLink(ButtonAnchor);
