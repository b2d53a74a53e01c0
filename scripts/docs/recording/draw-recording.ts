import { escapeText } from "../drawings/svg.ts";

export interface RecordedStep {
  /** As it is typed; may have several lines. */
  readonly command: string;
  readonly answer: string;
}

const COLUMNS = 96;
const LETTER = { width: 8.43, height: 20 };
const EDGE = 20;
/** How long a reader needs: for each letter that is typed, before the answer, for each line of it, and at the end. */
const SECONDS = { letter: 0.03, thought: 0.5, line: 0.55, rest: 2.5 };
const WHOLE_SECONDS = 60;

interface Line {
  readonly text: string;
  readonly isTyped: boolean;
}

/** A terminal in which the steps are typed one after the other, each on an empty screen. It begins again after a minute. */
export function drawRecording(title: string, steps: readonly RecordedStep[]): string {
  const screens = steps.map(({ command, answer }) => [
    ...wrap(`$ ${command}`).map((text) => ({ text, isTyped: true })),
    ...wrap(answer.trimEnd()).map((text) => ({ text, isTyped: false })),
  ]);
  const lengths = screens.map(durationOf);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const scale = WHOLE_SECONDS / whole;
  const rows = Math.max(...screens.map(({ length }) => length));
  const [width, height] = [Math.ceil(COLUMNS * LETTER.width) + 2 * EDGE, rows * LETTER.height + 2 * EDGE];
  let start = 0;
  const drawn = screens.map((lines, index) => {
    const screen = drawScreen(lines, { index, start, length: lengths[index] ?? 0, scale });
    start += lengths[index] ?? 0;
    return screen;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escapeText(title)}</title>
<style>
text{font:14px ui-monospace,Menlo,Consolas,"Liberation Mono",monospace;fill:#d7e0dc;white-space:pre}
.typed{fill:#fff;font-weight:600}
.screen,.line{animation-duration:${WHOLE_SECONDS}s;animation-iteration-count:infinite;animation-timing-function:step-end}
.screen{visibility:hidden}
.screen:last-of-type{visibility:visible}
@media(prefers-reduced-motion:reduce){.screen,.line{animation:none!important}}
${drawn.map(({ style }) => style).join("\n")}
</style>
<rect width="${width}" height="${height}" rx="10" fill="#12211c"/>
${drawn.map(({ group }) => group).join("\n")}
</svg>
`;
}

interface Place {
  readonly index: number;
  readonly start: number;
  readonly length: number;
  readonly scale: number;
}

/** A screen is shown for its time. Of its lines, the typed ones come one after the other, and the answer line by line. */
function drawScreen(lines: readonly Line[], { index, start, length, scale }: Place) {
  const percent = (seconds: number): string => `${((seconds * scale * 100) / WHOLE_SECONDS).toFixed(2)}%`;
  const shows: string[] = [];
  const styles = [
    `@keyframes s${index}{0%{visibility:hidden}${percent(start)}{visibility:visible}${percent(start + length)},100%{visibility:hidden}}.s${index}{animation-name:s${index}}`,
  ];
  let time = start;
  for (const [row, { text, isTyped }] of lines.entries()) {
    const name = `l${index}-${row}`;
    if (!isTyped && lines[row - 1]?.isTyped) time += SECONDS.thought;
    styles.push(
      `@keyframes ${name}{0%{opacity:0}${percent(time + 0.001)},100%{opacity:1}}.${name}{animation-name:${name}}`,
    );
    const y = EDGE + row * LETTER.height + 14;
    shows.push(
      `<text class="line ${name}${isTyped ? " typed" : ""}" x="${EDGE}" y="${y}">${escapeText(text)}</text>`,
    );
    time += isTyped ? text.length * SECONDS.letter : 0.05;
  }
  return { style: styles.join(""), group: `<g class="screen s${index}">${shows.join("")}</g>` };
}

function durationOf(lines: readonly Line[]): number {
  const letters = lines.filter(({ isTyped }) => isTyped).reduce((sum, { text }) => sum + text.length, 0);
  const answered = lines.filter(({ isTyped }) => !isTyped).length;
  return letters * SECONDS.letter + SECONDS.thought + answered * SECONDS.line + SECONDS.rest;
}

const wrap = (text: string): readonly string[] =>
  text
    .split("\n")
    .flatMap((line) => (line === "" ? [""] : (line.match(new RegExp(`.{1,${COLUMNS}}`, "gu")) ?? [])));
