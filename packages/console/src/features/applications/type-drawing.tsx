import type { ReactNode } from "react";
import type { ApplicationType } from "./application.ts";

/** The parties of each flow: the user, the application in green, its secret if it has one, and the API that it calls. */
const DRAWINGS: Record<ApplicationType, ReactNode> = {
  service: (
    <>
      <Server x={22} />
      <Key x={43} y={46} />
      <Arrow from={72} to={118} />
      <Box x={126} />
    </>
  ),
  web: (
    <>
      <Person x={16} />
      <Arrow from={32} to={48} />
      <Browser x={54} />
      <Arrow from={104} to={120} />
      <Server x={126} />
      <Key x={147} y={46} />
    </>
  ),
  spa: (
    <>
      <Person x={30} />
      <Arrow from={48} to={66} />
      <Browser x={74} filled />
      <Arrow from={124} to={142} />
      <Box x={148} small />
    </>
  ),
  native: (
    <>
      <Person x={30} />
      <Arrow from={48} to={70} />
      <rect x="80" y="10" width="30" height="52" rx="6" className="fill-accent-tint stroke-accent-ink" />
      <path d="M91 56h8" className="stroke-accent-ink" />
      <Arrow from={118} to={140} />
      <Box x={148} small />
    </>
  ),
};

function Server({ x }: { readonly x: number }) {
  return (
    <g className="fill-surface stroke-edge">
      <rect x={x} y="14" width="42" height="18" rx="4" />
      <rect x={x} y="38" width="42" height="18" rx="4" className="fill-accent-tint stroke-accent-ink" />
      <path d={`M${x + 8} 23h.1M${x + 14} 23h.1`} strokeWidth="3" />
    </g>
  );
}

function Browser({ x, filled = false }: { readonly x: number; readonly filled?: boolean }) {
  return (
    <g className={filled ? "fill-accent-tint stroke-accent-ink" : "fill-surface stroke-edge"}>
      <rect x={x} y="14" width="44" height="42" rx="5" />
      <path d={`M${x} 25h44M${x + 6} 19.5h.1M${x + 11} 19.5h.1`} />
    </g>
  );
}

function Box({ x, small = false }: { readonly x: number; readonly small?: boolean }) {
  const size = small ? 28 : 36;
  const y = 36 - size / 2;
  return (
    <g className="fill-surface stroke-edge">
      <rect x={x} y={y} width={size} height={size} rx="5" />
      <path d={`M${x + size / 2 - 4} 31l-5 5 5 5M${x + size / 2 + 4} 31l5 5-5 5`} />
    </g>
  );
}

function Person({ x }: { readonly x: number }) {
  return (
    <g className="fill-surface stroke-edge">
      <circle cx={x} cy="28" r="7" />
      <path d={`M${x - 12} 54c1-9 6-13 12-13s11 4 12 13`} />
    </g>
  );
}

function Key({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g className="fill-none stroke-accent-ink" strokeWidth="2">
      <circle cx={x - 6} cy={y + 1} r="3.4" />
      <path d={`M${x - 2.6} ${y + 1}h11M${x + 5} ${y + 1}v3.5`} />
    </g>
  );
}

function Arrow({ from, to }: { readonly from: number; readonly to: number }) {
  return (
    <path
      d={`M${from} 36h${to - from}m-5-4 5 4-5 4`}
      className="fill-none stroke-muted"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

export function TypeDrawing({ type }: { readonly type: ApplicationType }) {
  return (
    <svg
      viewBox="0 0 184 72"
      className="h-18 w-full max-w-48"
      strokeWidth="1.6"
      aria-hidden="true"
      focusable="false"
    >
      {DRAWINGS[type]}
    </svg>
  );
}
