import type { AnswerOf } from "../../../api/call-api.ts";

export type SigningKey = AnswerOf<"GET /keys">["items"][number];
export const ALGORITHMS = ["ES256", "RS256", "EdDSA"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

export type Phase = "next" | "current" | "retired";

interface PhaseSpan {
  readonly phase: Phase;
  readonly from: number;
  /** Undefined while the end is unknown, because the key has no successor yet. */
  readonly to: number | undefined;
}

/** The phases of a key. The first key signs from its creation, so it has no announcement phase. */
export function phasesOf(key: SigningKey): readonly PhaseSpan[] {
  const [created, activates] = [Date.parse(key.created_at), Date.parse(key.activates_at)];
  const stops = key.stops_signing_at === undefined ? undefined : Date.parse(key.stops_signing_at);
  const gone = key.gone_at === undefined ? undefined : Date.parse(key.gone_at);
  const phases: readonly PhaseSpan[] = [
    { phase: "next", from: Math.min(created, activates), to: activates },
    { phase: "current", from: activates, to: stops },
    ...(stops === undefined ? [] : [{ phase: "retired", from: stops, to: gone } as const]),
  ];
  return phases.filter(({ from, to }) => to === undefined || to > from);
}

/**
 * A time within a minute of the current one is the current time: the clocks of server and browser differ, and texts such
 * as "just now" do not say on which side of "now" they are.
 */
export const snapToNow = (time: number, now: number): number => (Math.abs(time - now) < 60_000 ? now : time);

/** Returns the start and end of every phase, and the current time, in order. */
export function momentsOf(keys: readonly SigningKey[], now: number): readonly number[] {
  const times = keys.flatMap((key) =>
    phasesOf(key).flatMap(({ from, to }) => (to === undefined ? [from] : [from, to])),
  );
  return [...new Set([...times.map((time) => snapToNow(time, now)), now])].toSorted((a, b) => a - b);
}
