import { type Command, Option } from "commander";
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from "../core/algorithms.ts";
import type { KeySummary } from "../tokens/key-ring.ts";
import type { CommandContext } from "./command-context.ts";
import { addOutputOption, formatTable, type OutputOptions, print } from "./output.ts";
import { addSettingOptions, type SettingOptions } from "./setting-options.ts";
import { writeMilliseconds } from "./times.ts";
import { withFoundation } from "./with-foundation.ts";

interface ListOptions extends SettingOptions, OutputOptions {}
interface RotateOptions extends ListOptions {
  readonly alg: SigningAlgorithm | "all";
}

export function defineKeysCommand(command: Command, context: CommandContext): void {
  command.description("List and rotate the keys that sign tokens.");
  defineList(command.command("list"), context);
  defineRotate(command.command("rotate"), context);
}

function defineList(command: Command, context: CommandContext): void {
  command
    .summary("list the signing keys and their stages")
    .description(
      "List the signing keys: those that sign (current), will sign (next) and have signed (retired).",
    )
    .action((options: ListOptions) => list(context, options))
    .addHelpText("after", "\nExample:\n  licet keys list");
  addSettingOptions(addOutputOption(command));
}

function defineRotate(command: Command, context: CommandContext): void {
  command
    .summary("add keys that take over")
    .description(
      "Add keys that take over once every verifier can know them. Tokens already issued stay valid.",
    )
    .addOption(
      new Option("--alg <algorithm>", "which key to rotate")
        .choices([...SIGNING_ALGORITHMS, "all"])
        .default("all"),
    )
    .action((options: RotateOptions) => rotate(context, options))
    .addHelpText("after", "\nExamples:\n  licet keys rotate\n  licet keys rotate --alg ES256");
  addSettingOptions(addOutputOption(command));
}

async function list(context: CommandContext, options: ListOptions): Promise<void> {
  const keys = await withFoundation(context, options, async ({ keyRing, clock }) =>
    keyRing.list(clock.milliseconds()),
  );
  print(context.terminal, options, { keys: keys.map(describeKey) }, () => formatKeys(keys));
}

async function rotate(context: CommandContext, options: RotateOptions): Promise<void> {
  const algorithms = options.alg === "all" ? SIGNING_ALGORITHMS : [options.alg];
  const rotations = await withFoundation(context, options, ({ keyRing }) =>
    Promise.all(algorithms.map((algorithm) => keyRing.rotate(algorithm))),
  );
  print(
    context.terminal,
    options,
    { keys: rotations.map(({ added, key }) => ({ ...describeKey(key), added })) },
    () =>
      rotations.map(
        ({ key }) => `${key.algorithm}: ${key.kid} signs from ${writeMilliseconds(key.activatesAt)} on`,
      ),
  );
}

function describeKey({ kid, algorithm, stage, createdAt, activatesAt, stopsSigningAt, goneAt }: KeySummary) {
  return {
    kid,
    algorithm,
    stage,
    created_at: writeMilliseconds(createdAt),
    signs_from: writeMilliseconds(activatesAt),
    signs_until: stopsSigningAt === undefined ? null : writeMilliseconds(stopsSigningAt),
    published_until: goneAt === undefined ? null : writeMilliseconds(goneAt),
  };
}

const formatKeys = (keys: readonly KeySummary[]): readonly string[] =>
  formatTable(
    ["KID", "ALGORITHM", "STAGE", "SIGNS FROM", "SIGNS UNTIL", "PUBLISHED UNTIL"],
    keys
      .map(describeKey)
      .map((key) => [
        key.kid,
        key.algorithm,
        key.stage,
        key.signs_from,
        key.signs_until ?? "",
        key.published_until ?? "",
      ]),
  );
