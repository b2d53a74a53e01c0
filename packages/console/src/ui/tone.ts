/** The meaning of a colour. The text beside the colour always says the same. */
export type Tone = "neutral" | "good" | "bad" | "warning" | "info";

export const TONE_CLASSES: Record<Tone, string> = {
  neutral: "border-line bg-inset text-muted",
  good: "border-transparent bg-accent-tint text-accent-ink",
  bad: "border-problem-line bg-problem-tint text-problem",
  warning: "border-warning-line bg-warning-tint text-warning",
  info: "border-notice-line bg-notice-tint text-notice",
};
