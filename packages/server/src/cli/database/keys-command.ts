import { SIGNING_ALGORITHMS, type SigningAlgorithm } from "@licet/engine/internal/values/algorithms.ts";
import type { Command } from "commander";
import { InvalidInputError } from "../../core/errors/errors.ts";
import type { KeySummary } from "../../tokens/keys/key-ring.ts";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options } from "../define-command.ts";
import { formatRows } from "../format/output.ts";
import { writeMilliseconds } from "../format/times.ts";
import { oneOf } from "../options/make-options.ts";
import { rewrapKeys } from "./rewrap-keys.ts";

export function defineKeysCommand(command: Command, context: CommandContext): void {
  command.description(
    "List, rotate and revoke the keys that sign tokens, and seal the root keys under a new LICET_SECRET.",
  );
  defineCommand(command.command("list"), context, {
    summary: "list the signing keys and their stages",
    description:
      "List the signing keys: those that sign (current), will sign (next) and have signed (retired).",
    help: ["licet keys list"],
    async run({ keyRing, clock }, _: Options) {
      const keys = (await keyRing.list(clock.milliseconds())).map(describeKey);
      const lines = formatRows(keys, {
        KID: "kid",
        ALGORITHM: "algorithm",
        STAGE: "stage",
        "SIGNS FROM": "signs_from",
        "SIGNS UNTIL": "signs_until",
        "PUBLISHED UNTIL": "published_until",
      });
      return { document: { keys }, lines };
    },
  });
  defineCommand(command.command("rotate"), context, {
    summary: "add keys that take over",
    description:
      "Add keys that take over once every verifier can know them. Tokens already issued stay valid.",
    help: ["licet keys rotate", "licet keys rotate --alg ES256"],
    add: (it) =>
      it.addOption(
        oneOf("--alg <algorithm>", "which key to rotate", [...SIGNING_ALGORITHMS, "all"]).default("all"),
      ),
    async run({ keyRing }, { alg }: Options & { readonly alg: SigningAlgorithm | "all" }) {
      const algorithms = alg === "all" ? SIGNING_ALGORITHMS : [alg];
      const rotations = await Promise.all(algorithms.map((algorithm) => keyRing.rotate(algorithm)));
      return {
        document: { keys: rotations.map(({ added, key }) => ({ ...describeKey(key), added })) },
        lines: rotations.map(
          ({ key }) => `${key.algorithm}: ${key.kid} signs from ${writeMilliseconds(key.activatesAt)} on`,
        ),
      };
    },
  });
  defineRevoke(command.command("revoke"), context);
  defineCommand(command.command("rewrap"), context, {
    summary: "seal the root keys under the first value of LICET_SECRET",
    description:
      "Seal the root keys under the first value of LICET_SECRET, and say whether the others may be dropped.",
    help: `
LICET_SECRET holds one value a line: first the new one, then the old one. Restart every node with
both, run this command with both, then drop the old value. Servers go on running meanwhile.

Example:
  licet keys rewrap --secret-file /run/secrets/licet`,
    run: (services, _: Options) => rewrapKeys(services),
  });
}

function defineRevoke(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
    summary: "remove a signing key at once",
    description:
      "Remove a signing key at once, because it may have leaked. Tokens that it signed end with it.",
    help: `
Its successor signs from that moment on. Verifiers that cached the JWKS accept the key until their
cache expires.

Examples:
  licet keys revoke WkjcDb-Er9XVhyGFCuAEdWC7iB4dh7USkBFhmiMKvv8
  licet keys revoke -- -kid-that-begins-with-a-dash`,
    add: (it) => it.argument("<kid>", "the key, as `licet keys list` names it"),
    async run({ keyRing }, _: Options, wanted: string) {
      const revocation = await keyRing.revoke(wanted, { name: "cli" });
      if (revocation === undefined)
        throw new InvalidInputError(`there is no signing key ${wanted}; see licet keys list`);
      const { kid, algorithm, stage } = revocation.revoked;
      const { kid: signing } = revocation.signing;
      const maxAge = keyRing.jwksMaxAgeSeconds;
      return {
        document: { revoked: kid, algorithm, stage, signing, jwks_max_age_seconds: maxAge },
        lines: [
          `Revoked ${kid} (${algorithm}, ${stage}). ${signing} signs ${algorithm} from now on.`,
          "Licet accepts nothing any more that the revoked key signed, on every node within 2 seconds.",
          `Verifiers that cached the JWKS go on accepting it for up to ${maxAge} seconds: restart those that matter.`,
        ],
      };
    },
  });
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
