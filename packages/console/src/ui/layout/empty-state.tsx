import type { ReactNode } from "react";
import { Icon, type IconName } from "../icons.tsx";

interface EmptyStateProps {
  readonly icon?: IconName;
  readonly title: string;
  /** The purpose of the objects, and the first step. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Shown for an empty list: it explains the objects and the first step. */
export function EmptyState({ icon = "resource", title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <Drawing icon={icon} />
      <p className="mt-4 text-lg font-bold">{title}</p>
      {children !== undefined && <div className="mt-1 max-w-md text-muted text-pretty">{children}</div>}
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** The drawing shows empty sheets behind one sheet with the icon of the objects. */
function Drawing({ icon }: { readonly icon: IconName }) {
  return (
    <div className="relative h-20 w-36" aria-hidden="true">
      <svg viewBox="0 0 144 80" className="absolute inset-0" focusable="false" aria-hidden="true">
        <rect
          x="8"
          y="16"
          width="52"
          height="52"
          rx="10"
          className="fill-inset stroke-line"
          transform="rotate(-8 34 42)"
        />
        <rect
          x="84"
          y="16"
          width="52"
          height="52"
          rx="10"
          className="fill-inset stroke-line"
          transform="rotate(8 110 42)"
        />
        <rect x="42" y="8" width="60" height="64" rx="12" className="fill-surface stroke-line" />
        <path d="M54 58h36M60 64h24" className="stroke-line" strokeWidth="3" strokeLinecap="round" />
      </svg>
      <span className="absolute inset-x-0 top-4 flex justify-center text-accent-ink">
        <Icon name={icon} className="size-8" />
      </span>
    </div>
  );
}
