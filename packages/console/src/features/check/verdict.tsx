import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icons.tsx";

interface VerdictProps {
  readonly allowed: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly aside?: ReactNode;
}

/** Shows the answer prominently; a screen reader announces each change. */
export function Verdict({ allowed, title, children, aside }: VerdictProps) {
  return (
    <div
      role="status"
      className={classNames(
        "mb-6 flex flex-wrap items-start gap-x-4 gap-y-2 rounded-card border px-5 py-4",
        allowed ? "border-accent-ink bg-accent-tint" : "border-problem-line bg-problem-tint",
      )}
    >
      <Icon
        name={allowed ? "check" : "blocked"}
        className={classNames("size-8", allowed ? "text-accent-ink" : "text-problem")}
      />
      <div className="min-w-0 flex-1">
        <p className={classNames("text-lg font-bold", allowed ? "text-accent-ink" : "text-problem")}>
          {title}
        </p>
        <div>{children}</div>
      </div>
      {aside !== undefined && <div className="text-sm text-muted">{aside}</div>}
    </div>
  );
}
