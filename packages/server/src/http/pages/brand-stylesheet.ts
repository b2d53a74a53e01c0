import type { Brand } from "./brand.ts";
import { BLACK, type Colour, contrastOf, formatColour, mixColours, parseColour, WHITE } from "./colour.ts";

/** WCAG 2.2 §1.4.3, level AA. */
const READABLE = 4.5;
const DEFAULT_COLOUR: Colour = [13, 107, 84];

/** The surfaces of styles.css that lie behind text in the accent, and what the accent moves towards to be readable. */
export const LIGHT_SURFACES: readonly Colour[] = [WHITE, [245, 246, 245]];
export const DARK_SURFACES: readonly Colour[] = [
  [24, 29, 27],
  [15, 19, 18],
];

/** The shades of a deployment's colour in one scheme: readable for every colour. */
export interface AccentShades {
  /** Buttons, as the brand has it. They are edged with the readable shade, for a pale colour on a pale page. */
  readonly accent: Colour;
  readonly accentHover: Colour;
  readonly onAccent: Colour;
  /** Links, icons and the ring of the focus, on a surface or on the tint. */
  readonly accentText: Colour;
  /** Behind icons and chips. */
  readonly accentTint: Colour;
}

export function accentShades(colour: Colour, scheme: "light" | "dark"): AccentShades {
  const [surfaces, towards] = scheme === "light" ? [LIGHT_SURFACES, BLACK] : [DARK_SURFACES, WHITE];
  const accentTint = mixColours(surfaces[0] ?? WHITE, colour, scheme === "light" ? 0.1 : 0.2);
  const accentText = untilReadable(colour, towards, [...surfaces, accentTint]);
  // One of black and white is readable on any colour: their contrasts with it multiply to 21.
  const onAccent = contrastOf(colour, WHITE) >= READABLE ? WHITE : BLACK;
  // Away from the text on it, so that the contrast only grows.
  const accentHover = mixColours(colour, onAccent === WHITE ? BLACK : WHITE, 0.16);
  return { accent: colour, accentHover, onAccent, accentText, accentTint };
}

function untilReadable(colour: Colour, towards: Colour, surfaces: readonly Colour[]): Colour {
  for (let step = 0; step < 50; step += 1) {
    const shade = mixColours(colour, towards, step / 50);
    if (surfaces.every((surface) => contrastOf(shade, surface) >= READABLE)) return shade;
  }
  return towards;
}

/** A colour that cannot be parsed counts as none. */
export const brandColour = ({ colour }: Brand): Colour =>
  (colour === undefined ? undefined : parseColour(colour)) ?? DEFAULT_COLOUR;

/** The colours as custom properties: a stylesheet of its own, since the pages allow no inline style. */
export function brandStylesheet(brand: Brand): string {
  const colour = brandColour(brand);
  return [
    `:root {\n${properties(accentShades(colour, "light"))}}\n`,
    `@media (prefers-color-scheme: dark) {\n:root {\n${properties(accentShades(colour, "dark"))}}\n}\n`,
  ].join("");
}

const properties = (shades: AccentShades): string =>
  Object.entries(shades)
    .map(
      ([name, colour]) =>
        `  --${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${formatColour(colour)};\n`,
    )
    .join("");
