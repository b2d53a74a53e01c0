import type { ReactNode } from "react";
import { Icon, type IconName } from "../icons.tsx";
import { TONE_CLASSES, type Tone } from "../tone.ts";

const ICONS: Record<Tone, IconName> = {
  neutral: "info",
  good: "check",
  bad: "alert",
  warning: "warning",
  info: "info",
};

interface NoticeProps {
  readonly tone?: Tone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** A screen reader announces the notice when it appears. */
  readonly live?: boolean;
}

/** A message that the user should read before the next step. */
export function Notice({ tone = "info", title, children, action, live = false }: NoticeProps) {
  return (
    <div
      className={`flex items-start gap-2.5 rounded-card border px-3.5 py-3 ${TONE_CLASSES[tone]}`}
      {...(live && { role: tone === "bad" ? "alert" : "status" })}
    >
      <Icon name={ICONS[tone]} className="mt-0.5 size-5" />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children !== undefined && <div className={tone === "neutral" ? "" : "text-ink"}>{children}</div>}
      </div>
      {action}
    </div>
  );
}
