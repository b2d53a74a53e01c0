import { CommanderError } from "commander";
import {
  ConflictError,
  DamagedDatabaseError,
  InvalidInputError,
  UnavailableError,
} from "../core/errors/errors.ts";
import { NotFoundError } from "../directory/write/errors.ts";
import { OAuthError } from "../oauth/oauth-error.ts";
import { SealError } from "../tokens/keys/seal.ts";
import { addGivenSettings } from "./add-given-settings.ts";
import { EXIT } from "./exit-code.ts";
import { visibleLines } from "./format/visible-text.ts";
import { rewriteCommands } from "./rewrite-commands.ts";
import type { Terminal } from "./terminal.ts";

/** The messages of these errors tell the operator what happened and what to do. */
const EXPECTED = [InvalidInputError, ConflictError, NotFoundError, SealError, DamagedDatabaseError];

/** Every failure gets its message and its exit code here. */
export function reportFailure(
  error: unknown,
  terminal: Pick<Terminal, "argv" | "cwd" | "env" | "program" | "stderr">,
  options: { readonly debug: boolean },
): number {
  const { stderr } = terminal;
  // Commander has printed the message already. Help and version also end here, with 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof UnavailableError && !(error instanceof DamagedDatabaseError)) {
    stderr.write(
      `licet: ${visibleLines(rewriteCommands(addGivenSettings(error.message, terminal.argv), terminal))}\n`,
    );
    return EXIT.unreachable;
  }
  stderr.write(
    `licet: ${visibleLines(rewriteCommands(addGivenSettings(describe(error), terminal.argv), terminal))}\n`,
  );
  if (!isExpected(error))
    stderr.write(options.debug ? `${stackOf(error)}\n` : "Add --debug to see where it came from.\n");
  return EXIT.failed;
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof OAuthError) return `${error.code}: ${message}`;
  return isExpected(error) ? message : `unexpected error: ${message}`;
}

const isExpected = (error: unknown): boolean =>
  error instanceof OAuthError || EXPECTED.some((kind) => error instanceof kind);

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
