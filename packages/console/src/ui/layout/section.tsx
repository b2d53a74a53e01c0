import { type ReactNode, useId } from "react";
import { Card } from "./card.tsx";

interface SectionProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Bare: no card around the content. Flush: a card without padding. */
  readonly frame?: "card" | "flush" | "bare";
}

/** A section of a page, with its heading. */
export function Section({ title, description, actions, children, frame = "card" }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-7">
      <div className="mb-2.5 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={id} className="text-lg font-bold">
            {title}
          </h2>
          {description !== undefined && <p className="max-w-prose text-muted">{description}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {frame === "bare" ? children : <Card flush={frame === "flush"}>{children}</Card>}
    </section>
  );
}
