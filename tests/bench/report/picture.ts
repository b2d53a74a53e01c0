import { formatCost, formatTarget, formatValue, formatWhole } from "./format.ts";
import { computeMedian, totalMicroseconds } from "./measurement.ts";
import { type BenchResult, judge, type Outcome, type RateRow, type SubjectResult } from "./result.ts";
import { computeSpread } from "./statistics.ts";

/**
 * The picture that the documentation shows: the processor time of a request as bars that begin at 0, with the whole
 * spread of the rounds at their ends, and the verdicts below. Each row has its own scale, since only subjects that do
 * the same work can be compared. It is drawn here without a library, and follows the colour scheme of the reader.
 */

const WIDTH = 980;
const LABEL_WIDTH = 210;
const BARS_WIDTH = 560;
const LINE_HEIGHT = 24;
const BAR_HEIGHT = 16;
/** The columns of the verdicts: numbers are aligned to the right. */
const VALUE_END = 745;
const TARGET_END = 835;
const OUTCOME_START = 850;

const STYLE = `
  svg { --ink: #1f2328; --faint: #59636e; --grid: #d1d9e0; --floor: #8c959f; --licet: #0969da; --other: #bc7a00;
    --met: #1a7f37; --missed: #cf222e }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #f0f6fc; --faint: #9198a1; --grid: #3d444d; --floor: #7d8590; --licet: #4493f8; --other: #d29922;
      --met: #3fb950; --missed: #f85149 }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--ink) }
  .title { font-weight: 600 } .faint { fill: var(--faint); font-size: 12px } .end { text-anchor: end }
  .floor { fill: var(--floor) } .licet { fill: var(--licet) } .other { fill: var(--other) }
  .database { fill-opacity: .45 }
  .met { fill: var(--met) } .missed { fill: var(--missed); font-weight: 600 }
  .zero { stroke: var(--grid) } .spread { stroke: var(--ink); stroke-width: 1.5 }`;

const OUTCOME_TEXT: Readonly<Record<Outcome, string>> = {
  met: "✓ met",
  missed: "✗ missed",
  "for information": "for information",
};
const OUTCOME_CLASS: Readonly<Record<Outcome, string>> = {
  met: "met",
  missed: "missed",
  "for information": "faint",
};

export function drawPicture(result: BenchResult): string {
  const parts: string[] = [];
  let y = 20;
  const text = (x: number, content: string, className = ""): unknown =>
    parts.push(`<text x="${x}" y="${y}" class="${className}">${escapeXml(content)}</text>`);
  const legend = [
    "Processor time of a request, all processes of the server; the pale part is its database. Shorter is better.",
    "Each kind of work has its own scale: median of the rounds, whose span is the thin line. Beside it, the rate.",
  ];
  for (const line of legend) {
    text(0, line, "faint");
    y += LINE_HEIGHT - 6;
  }
  y += 14;

  for (const row of result.rates) {
    text(0, row.title, "title");
    y += LINE_HEIGHT;
    const scale = createScale(row);
    parts.push(drawZero(y - BAR_HEIGHT, row.subjects.length * LINE_HEIGHT));
    for (const subject of row.subjects) {
      text(LABEL_WIDTH - 10, subject.name, "end");
      parts.push(drawBar(subject, y - BAR_HEIGHT + 4, scale));
      y += LINE_HEIGHT;
    }
    y += 12;
  }

  for (const verdict of result.verdicts) {
    const outcome = judge(verdict);
    text(LABEL_WIDTH - 10, verdict.work, "end");
    text(LABEL_WIDTH, verdict.measure);
    text(VALUE_END, formatValue(verdict), "end");
    if (verdict.target) text(TARGET_END, formatTarget(verdict.target, verdict.unit), "faint end");
    text(OUTCOME_START, verdict.noVerdict ?? OUTCOME_TEXT[outcome], OUTCOME_CLASS[outcome]);
    y += LINE_HEIGHT - 3;
  }
  y += 10;
  for (const line of [describeRun(result), ...describeNotes(result)]) {
    text(0, line, "faint");
    y += LINE_HEIGHT - 5;
  }

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 0 ${WIDTH + 24} ${y}" role="img" aria-labelledby="t">`,
    `<title id="t">Processor time of Licet per request, beside what bounds it and beside others</title>`,
    `<style>${STYLE}\n</style>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

type Scale = (microseconds: number) => number;

function createScale({ subjects }: RateRow): Scale {
  const most = Math.max(...subjects.flatMap(getCosts));
  return (microseconds) => Math.round((microseconds / most) * BARS_WIDTH * 10) / 10;
}

const getCosts = ({ rounds, workPerRequest = 1 }: SubjectResult): number[] =>
  rounds.map((round) => totalMicroseconds(round) / workPerRequest);

const drawZero = (top: number, height: number): string =>
  `<line x1="${LABEL_WIDTH}" x2="${LABEL_WIDTH}" y1="${top}" y2="${top + height}" class="zero"/>`;

function drawBar(subject: SubjectResult, top: number, scale: Scale): string {
  const { rounds, workPerRequest = 1 } = subject;
  const { median, min, max } = computeSpread(getCosts(subject));
  const database = (computeMedian(rounds, "databaseMicroseconds") ?? 0) / workPerRequest;
  const server = scale(Math.max(0, median - database));
  const rate = computeSpread(rounds.map(({ perSecond }) => perSecond * workPerRequest)).median;
  const middle = top + BAR_HEIGHT / 2;
  const className = classOf(subject.name);
  const databaseBar =
    database === 0
      ? ""
      : `<rect x="${LABEL_WIDTH + server}" y="${top}" width="${scale(database)}" height="${BAR_HEIGHT}" class="${className} database"/>`;
  return (
    `<rect x="${LABEL_WIDTH}" y="${top}" width="${server}" height="${BAR_HEIGHT}" class="${className}"/>` +
    databaseBar +
    `<line x1="${LABEL_WIDTH + scale(min)}" x2="${LABEL_WIDTH + scale(max)}" y1="${middle}" y2="${middle}" class="spread"/>` +
    `<text x="${LABEL_WIDTH + scale(max) + 8}" y="${middle + 4.5}">${formatCost(median)} µs` +
    `<tspan class="faint" dx="8">${formatWhole(rate)}/s</tspan></text>`
  );
}

/** What bounds Licet, Licet itself in any form, or another product. */
function classOf(name: string): string {
  if (name === "floor" || name === "echo") return "floor";
  return OTHER_PRODUCTS.some((product) => name.startsWith(product)) ? "other" : "licet";
}

const OTHER_PRODUCTS = ["oidc-provider", "Ory Hydra", "Keycloak", "OpenFGA", "SpiceDB"];

const describeRun = ({ at, machine, settings }: BenchResult): string =>
  `${machine.cores} cores (${machine.processor}) shared by server and load generator, Node ${machine.node}, ` +
  `${settings.connections} connections, ${settings.rounds} rounds of ${settings.seconds} s, ${at.slice(0, 10)}`;

/** Notes on bars that do not measure the same work, and warnings about the numbers as a whole. */
const describeNotes = ({ rates, warnings, failures }: BenchResult): string[] => [
  ...rates.flatMap(({ work, subjects }) =>
    subjects.flatMap(({ name, note }) => (note === undefined ? [] : [`${work}, ${name}: ${note}`])),
  ),
  ...warnings.map((warning) => `Warning: ${warning.text}`),
  ...failures.map(({ row }) => `Failed: ${row}`),
];

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
