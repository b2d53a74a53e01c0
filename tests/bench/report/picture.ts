import { formatTarget, formatValue, formatWhole } from "./format.ts";
import { type BenchResult, isMet, type RateRow, type SubjectResult, type Verdict } from "./result.ts";
import { computeSpread } from "./statistics.ts";

/**
 * The picture that the documentation shows: rates as bars that begin at 0, the whole spread of the rounds at their
 * ends, and the single numbers below. Each row has its own scale, since only subjects that do the same work can be
 * compared. It is drawn here without a library, and follows the colour scheme of the reader.
 */

const WIDTH = 760;
const LABEL_WIDTH = 210;
const BARS_WIDTH = 400;
const LINE_HEIGHT = 26;
const BAR_HEIGHT = 16;

const STYLE = `
  svg { --ink: #1f2328; --faint: #59636e; --grid: #d1d9e0; --floor: #8c959f; --licet: #0969da; --other: #bc7a00 }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #f0f6fc; --faint: #9198a1; --grid: #3d444d; --floor: #7d8590; --licet: #4493f8; --other: #d29922 }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--ink) }
  .title { font-weight: 600 } .faint { fill: var(--faint); font-size: 12px } .end { text-anchor: end }
  .floor { fill: var(--floor) } .licet { fill: var(--licet) } .other { fill: var(--other) }
  .zero { stroke: var(--grid) } .spread { stroke: var(--ink); stroke-width: 1.5 }`;

export function drawPicture(result: BenchResult): string {
  const parts: string[] = [];
  let y = 30;
  const text = (x: number, content: string, className = ""): unknown =>
    parts.push(`<text x="${x}" y="${y}" class="${className}">${escapeXml(content)}</text>`);

  for (const row of result.rates) {
    text(0, row.title, "title");
    y += LINE_HEIGHT - 4;
    const scale = createScale(row);
    parts.push(drawZero(y - BAR_HEIGHT, row.subjects.length * LINE_HEIGHT));
    for (const subject of row.subjects) {
      text(LABEL_WIDTH - 10, subject.name, "end");
      parts.push(drawBar(subject, y - BAR_HEIGHT + 4, scale));
      y += LINE_HEIGHT;
    }
    y += 14;
  }
  const legend =
    "requests per second, each kind of work on its own scale: median of the rounds, whose span is the thin line";
  text(0, legend, "faint");
  y += LINE_HEIGHT + 8;

  for (const verdict of result.verdicts) {
    text(LABEL_WIDTH - 10, verdict.work, "end");
    text(LABEL_WIDTH, `${verdict.measure}: ${formatValue(verdict)}`);
    text(WIDTH, describeTarget(verdict), "faint end");
    y += LINE_HEIGHT - 4;
  }
  y += 8;
  const { machine, settings } = result;
  text(
    0,
    `${machine.cores} cores shared by server and load generator, Node ${machine.node}, ` +
      `${settings.connections} connections, ${settings.rounds} rounds of ${settings.seconds} s, ${result.at.slice(0, 10)}`,
    "faint",
  );
  for (const note of describeNotes(result)) {
    y += LINE_HEIGHT - 4;
    text(0, note, "faint");
  }

  const height = y + 14;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 0 ${WIDTH + 24} ${height}" role="img" aria-labelledby="t">`,
    `<title id="t">Requests per second of Licet beside what bounds it and beside oidc-provider</title>`,
    `<style>${STYLE}\n</style>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

type Scale = (rate: number) => number;

function createScale({ subjects }: RateRow): Scale {
  const most = Math.max(1, ...subjects.flatMap(({ rounds }) => rounds.map((one) => one.perSecond)));
  return (rate) => Math.round((rate / most) * BARS_WIDTH * 10) / 10;
}

const drawZero = (top: number, height: number): string =>
  `<line x1="${LABEL_WIDTH}" x2="${LABEL_WIDTH}" y1="${top}" y2="${top + height}" class="zero"/>`;

function drawBar({ name, rounds }: SubjectResult, top: number, scale: Scale): string {
  const { median, min, max } = computeSpread(rounds.map((round) => round.perSecond));
  const middle = top + BAR_HEIGHT / 2;
  const className =
    name === "floor" || name === "echo" ? "floor" : name.startsWith("oidc-provider") ? "other" : "licet";
  return (
    `<rect x="${LABEL_WIDTH}" y="${top}" width="${scale(median)}" height="${BAR_HEIGHT}" class="${className}"/>` +
    `<line x1="${LABEL_WIDTH + scale(min)}" x2="${LABEL_WIDTH + scale(max)}" y1="${middle}" y2="${middle}" class="spread"/>` +
    `<text x="${LABEL_WIDTH + scale(max) + 8}" y="${middle + 4.5}">${formatWhole(median)}</text>`
  );
}

function describeTarget({ value, unit, target }: Verdict): string {
  if (target === undefined) return "for information";
  return `target ${formatTarget(target, unit)}: ${isMet(value, target) ? "met" : "missed"}`;
}

/** Notes on bars that do not measure the same work, and warnings about the numbers as a whole. */
const describeNotes = ({ rates, warnings }: BenchResult): string[] => [
  ...rates.flatMap(({ work, subjects }) =>
    subjects.flatMap(({ name, note }) => (note === undefined ? [] : [`${work}, ${name}: ${note}`])),
  ),
  ...warnings.map((warning) => `Warning: ${warning.text}`),
];

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
