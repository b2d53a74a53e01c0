import { SIGNING_ALGORITHMS, type SigningAlgorithm } from "@licet/engine/values/algorithms.ts";
import { type Command, Option } from "commander";
import type { KeySummary } from "../../tokens/keys/key-ring.ts";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, formatTable, type OutputOptions, print } from "../format/output.ts";
import { writeMilliseconds } from "../format/times.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";
import { revokeKey } from "./revoke-key.ts";
import { rewrapKeys } from "./rewrap-keys.ts";

interface ListOptions extends SettingOptions, OutputOptions {}
interface RotateOptions extends ListOptions {
  readonly alg: SigningAlgorithm | "all";
}

export function defineKeysCommand(command: Command, context: CommandContext): void {
  command.description(
    "List, rotate and revoke the keys that sign tokens, and seal the root keys under a new LICET_SECRET.",
  );
  defineList(command.command("list"), context);
  defineRotate(command.command("rotate"), context);
  defineRevoke(command.command("revoke"), context);
  defineRewrap(command.command("rewrap"), context);
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

function defineRevoke(command: Command, context: CommandContext): void {
  command
    .summary("remove a signing key at once")
    .description(
      "Remove a signing key at once, because it may have leaked. Tokens that it signed end with it.",
    )
    .argument("<kid>", "the key, as `licet keys list` names it")
    .action((kid: string, options: ListOptions) => revokeKey(context, kid, options))
    .addHelpText(
      "after",
      `
Its successor signs from that moment on. Verifiers that cached the JWKS accept the key until their
cache expires.

Examples:
  licet keys revoke WkjcDb-Er9XVhyGFCuAEdWC7iB4dh7USkBFhmiMKvv8
  licet keys revoke -- -kid-that-begins-with-a-dash`,
    );
  addSettingOptions(addOutputOption(command));
}

function defineRewrap(command: Command, context: CommandContext): void {
  command
    .summary("seal the root keys under the first value of LICET_SECRET")
    .description(
      "Seal the root keys under the first value of LICET_SECRET, and say whether the others may be dropped.",
    )
    .action((options: ListOptions) => rewrapKeys(context, options))
    .addHelpText(
      "after",
      `
LICET_SECRET holds one value a line: first the new one, then the old one. Restart every node with
both, run this command with both, then drop the old value. Servers go on running meanwhile.

Example:
  licet keys rewrap --secret-file /run/secrets/licet`,
    );
  addSettingOptions(addOutputOption(command));
}

async function list(context: CommandContext, options: ListOptions): Promise<void> {
  const keys = await withServices(context, options, async ({ keyRing, clock }) =>
    keyRing.list(clock.milliseconds()),
  );
  print(context.terminal, options, { keys: keys.map(describeKey) }, () => formatKeys(keys));
}

async function rotate(context: CommandContext, options: RotateOptions): Promise<void> {
  const algorithms = options.alg === "all" ? SIGNING_ALGORITHMS : [options.alg];
  const rotations = await withServices(context, options, ({ keyRing }) =>
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
