import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../testing/root.ts";
import { drawRecording, type RecordedStep } from "./draw-recording.ts";

/** Below docs/images. */
export const RECORDING = "first-minute.svg";

/**
 * The first minute with Licet. It shows what the README shows at a terminal, and a test runs every command of the README
 * and compares the answers: so the recording is true as well.
 */
export const drawFirstMinute = (): string =>
  drawRecording(
    "A terminal: Licet starts, a token says which scope was refused, the reason is explained, a check is allowed",
    readSteps(readFileSync(join(root, "README.md"), "utf8")),
  );

/** The console blocks of the first part of the README, before its first heading. */
function readSteps(readme: string): readonly RecordedStep[] {
  const [first = ""] = readme.split(/^## /m);
  const blocks = Array.from(first.matchAll(/^```console\n([\s\S]*?)^```/gm), ([, block = ""]) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .filter((step) => step.trim() !== "")
      .map((step) => {
        const [command = ""] = /^(?:.*\\\n)*.*/.exec(step) ?? [];
        return { command, answer: step.slice(command.length + 1) };
      }),
  );
}
