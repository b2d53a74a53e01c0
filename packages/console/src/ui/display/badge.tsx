import type { ReactNode } from "react";
import { Icon, type IconName } from "../icons.tsx";
import { TONE_CLASSES, type Tone } from "../tone.ts";

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** Shows a state as one word. */
export function Badge({ tone = "neutral", icon, children }: BadgeProps) {
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1 align-middle rounded-full border px-2 text-xs font-medium whitespace-nowrap ${TONE_CLASSES[tone]}`}
    >
      {icon && <Icon name={icon} className="size-3.5" />}
      {children}
    </span>
  );
}
