interface EmblemProps {
  readonly name: string;
  readonly logo: string | undefined;
}

/** Shows the logo, or the first letter of the name, as the consent page does. */
export function Emblem({ name, logo }: EmblemProps) {
  if (logo !== undefined)
    return (
      <img src={logo} alt="" width={56} height={56} className="size-14 rounded-card border object-contain" />
    );
  return (
    <span
      aria-hidden="true"
      className="flex size-14 items-center justify-center rounded-card bg-accent-tint text-xl font-bold text-accent-ink"
    >
      {firstLetter(name)}
    </span>
  );
}

const firstLetter = (name: string): string => {
  const [letter] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.trim());
  return letter?.segment.toLocaleUpperCase() ?? "·";
};
