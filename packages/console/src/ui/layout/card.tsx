import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

interface CardProps {
  readonly children: ReactNode;
  readonly className?: string;
  /** A card without padding, for tables and lists that reach the edges. */
  readonly flush?: boolean;
}

export function Card({ children, className, flush = false }: CardProps) {
  return (
    <div
      className={classNames("min-w-0 rounded-card border bg-surface shadow-card", !flush && "p-5", className)}
    >
      {children}
    </div>
  );
}
