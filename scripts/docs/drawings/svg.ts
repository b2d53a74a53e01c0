/** The few shapes that the drawings of the documentation are made of. Units are pixels. */

export type Kind = "plain" | "accent" | "good" | "bad";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}

const LINE_HEIGHT = 19;

export const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A box with centred lines. Lines in `backticks` are code; the first line is bold if there are several. */
export function box(area: Area, lines: readonly string[], kind: Kind = "plain"): string {
  const { x, y, width, height } = area;
  const first = y + height / 2 - ((lines.length - 1) * LINE_HEIGHT) / 2;
  const texts = lines.map((line, index) =>
    text({ x: x + width / 2, y: first + index * LINE_HEIGHT }, line, {
      align: "middle",
      style: index > 0 ? "note" : lines.length > 1 ? "strong" : "",
      kind,
    }),
  );
  return `<rect class="box ${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>${texts.join("")}`;
}

export interface TextOptions {
  readonly align?: "start" | "middle" | "end";
  readonly style?: "" | "note" | "strong";
  readonly kind?: Kind;
}

/** One line, vertically centred at the point. */
export function text({ x, y }: Point, line: string, options: TextOptions = {}): string {
  const { align = "start", style = "", kind = "plain" } = options;
  const isCode = line.startsWith("`") && line.endsWith("`");
  const shown = isCode ? line.slice(1, -1) : line;
  const classes = ["text", style, kind, isCode ? "code" : ""].filter(Boolean).join(" ");
  return `<text class="${classes}" x="${x}" y="${y}" text-anchor="${align}" dominant-baseline="central">${escapeText(shown)}</text>`;
}

/** A line through the points, with a head at its end. */
export const arrow = (points: readonly Point[], kind: Kind = "plain"): string =>
  `<polyline class="arrow ${kind}" points="${points.map(({ x, y }) => `${x},${y}`).join(" ")}" marker-end="url(#head-${kind})"/>`;

export const line = (from: Point, to: Point, style: "" | "dashed" = ""): string =>
  `<line class="rule ${style}" x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}"/>`;

const KINDS: readonly Kind[] = ["plain", "accent", "good", "bad"];

/** Follows the reader's choice of light or dark: a browser tells an image the colour scheme of its page. */
const STYLE = `
svg{color-scheme:light dark;--page:light-dark(#fff,#1b1b1f);--ink:light-dark(#17201d,#e8eeeb);--muted:light-dark(#55605b,#a3afaa);--line:light-dark(#7d8783,#7c8883);--plain:light-dark(#f3f5f4,#232b28);--accent:light-dark(#0d6b54,#6cb5a2);--accent-tint:light-dark(#e7f0ee,#162d26);--bad:light-dark(#a5231c,#ff9d92);--bad-tint:light-dark(#fdf0ee,#2d1715)}
.box{stroke:var(--line);fill:var(--plain);stroke-width:1.2}
.box.accent,.box.good{stroke:var(--accent);fill:var(--accent-tint)}
.box.bad{stroke:var(--bad);fill:var(--bad-tint)}
.text{font:14px ui-sans-serif,system-ui,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;fill:var(--ink)}
.text.strong{font-weight:600}
.text.note{font-size:12.5px;fill:var(--muted)}
.text.code{font-family:ui-monospace,Menlo,Consolas,"Liberation Mono",monospace;font-size:13px}
.text.bad{fill:var(--bad)}
.text.good{fill:var(--accent)}
.text.note.bad,.text.note.good,.text.note.accent{fill:var(--muted)}
.arrow{fill:none;stroke:var(--line);stroke-width:1.5}
.arrow.good,.arrow.accent{stroke:var(--accent)}
.arrow.bad{stroke:var(--bad)}
.head.plain{fill:var(--line)}
.head.good,.head.accent{fill:var(--accent)}
.head.bad{fill:var(--bad)}
.rule{stroke:var(--line);stroke-width:1.2}
.dashed{stroke-dasharray:4 4}
`.replaceAll("\n", "");

/** A whole drawing; `title` is what a reader without pictures gets. */
export function drawing(size: { width: number; height: number }, title: string, parts: readonly string[]) {
  const { width, height } = size;
  const heads = KINDS.map(
    (kind) =>
      `<marker id="head-${kind}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="head ${kind}" d="M0 0L10 5L0 10z"/></marker>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escapeText(title)}</title>
<style>${STYLE}</style>
<defs>${heads.join("")}</defs>
${parts.join("\n")}
</svg>
`;
}
