import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";

const Anchor = ({ className, ...rest }: ComponentProps<"a">) => (
  <a {...rest} className={classNames("text-link", className)} />
);

/** A link in a text, to a view of the console. */
export const TextLink = createLink(Anchor);
