import { createReadStream, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { describeFileError } from "../../core/errors/describe-file-error.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { type ImportProgress, ImportStoppedError } from "../../import/run-import.ts";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import type { Terminal } from "../terminal.ts";
import { withServices } from "../with-services.ts";
import { importFile } from "./import-file.ts";
import { createImportProgress, formatNumber } from "./import-progress.ts";

interface ImportOptions extends SettingOptions, OutputOptions {
  readonly atomic?: boolean;
  readonly fromLine: number;
}

export function defineImportCommand(command: Command, context: CommandContext): void {
  command
    .description(
      "Import many entities and assignments from a file with one JSON object on each line. Sets of 1,000 lines are each stored as a whole; a line that is stored already changes nothing.",
    )
    .argument("<file>", "the file, or - for standard input")
    .option("--atomic", "store all lines or none; at most 100,000 lines of 64 MB together")
    .option("--from-line <number>", "leave out the lines before this one", parseLine, 1)
    .action((file: string, options: ImportOptions) => runImportCommand(context, file, options))
    .addHelpText(
      "after",
      `
Examples:
  licet import assignments.ndjson
  licet import assignments.ndjson --from-line 250001
  cat assignments.ndjson | licet import - --atomic`,
    );
  addSettingOptions(addOutputOption(command));
}

async function runImportCommand(context: CommandContext, path: string, options: ImportOptions) {
  const { terminal } = context;
  const { atomic = false, fromLine } = options;
  const input = openInput(terminal, path);
  const progress = createImportProgress(terminal.stderr, { totalBytes: input.totalBytes, fromLine });
  const outcome = await withServices(
    context,
    options,
    (services) =>
      importFile(services, {
        name: input.name,
        chunks: input.chunks,
        atomic,
        fromLine,
        onProgress: ({ lastLineStored }) => progress.report(lastLineStored, input.bytesRead()),
      }).finally(progress.end),
    { createsDatabase: true },
  ).catch((error: unknown) => {
    throw error instanceof ImportStoppedError ? explainStop(error, terminal) : error;
  });
  print(terminal, options, describeOutcome(outcome), () => [
    `${formatNumber(outcome.created)} created, ${formatNumber(outcome.updated)} updated, ${formatNumber(outcome.unchanged)} unchanged`,
  ]);
}

const describeOutcome = ({ lastLineStored, revision, ...counts }: ImportProgress) => ({
  last_line_stored: lastLineStored,
  ...counts,
  ...(revision !== undefined && { revision }),
});

/** Reads in pieces: the file may be larger than the memory. */
function openInput(terminal: Terminal, path: string) {
  let bytes = 0;
  let isStopped = false;
  terminal.onStop(() => {
    isStopped = true;
  });
  const count = async function* (stream: AsyncIterable<Uint8Array | string>) {
    try {
      for await (const chunk of stream) {
        if (isStopped) throw new InvalidInputError("the import was interrupted");
        const piece = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
        bytes += piece.length;
        yield piece;
      }
    } catch (error) {
      if (error instanceof InvalidInputError) throw error;
      throw new InvalidInputError(`cannot read ${path}: ${describeFileError(error)}`, { cause: error });
    }
  };
  const bytesRead = () => bytes;
  if (path === "-") return { name: "stdin", chunks: count(terminal.stdin), bytesRead, totalBytes: undefined };
  const file = resolve(terminal.cwd, path);
  try {
    const totalBytes = statSync(file).size;
    const chunks = count(createReadStream(file, { highWaterMark: 128 * 1024 }));
    return { name: path, chunks, bytesRead, totalBytes };
  } catch (error) {
    throw new InvalidInputError(`cannot read ${path}: ${describeFileError(error)}`, { cause: error });
  }
}

const MAX_SHOWN = 20;

/** Says where to go on. Gives the error that says what is wrong. */
function explainStop({ refused, progress, cause }: ImportStoppedError, { stderr }: Terminal): unknown {
  const { lastLineStored } = progress;
  stderr.write(
    lastLineStored === 0
      ? "Nothing was stored.\n"
      : `Lines up to ${lastLineStored} are stored. Go on with --from-line ${lastLineStored + 1}.\n`,
  );
  if (refused.length === 0) return cause;
  const lines = refused.map(({ line, path, message }) => {
    const place = path.length === 0 ? "" : `${path.join(".")}: `;
    return `line ${line}: ${place}${message}`;
  });
  const hidden = lines.length - MAX_SHOWN;
  const more = hidden > 0 ? [`… and ${hidden} more`] : [];
  return new InvalidInputError([...lines.slice(0, MAX_SHOWN), ...more].join("\n"), { cause });
}

function parseLine(text: string): number {
  const line = Number(text);
  if (!/^\d{1,15}$/.test(text) || line < 1)
    throw new InvalidArgumentError("expected the number of a line, from 1");
  return line;
}
