import type { Clock } from "@licet/engine/internal/values/time.ts";
import { type Command, Option } from "commander";
import { InvalidInputError, UnavailableError } from "../../core/errors/errors.ts";
import { OAUTH_PATHS } from "../../oauth/server-metadata.ts";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, formatColumns, type OutputOptions, print } from "../format/output.ts";
import { writeSeconds } from "../format/times.ts";
import { repeatable } from "../options/make-options.ts";
import { readInput } from "../options/read-input.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import type { Terminal } from "../terminal.ts";
import { findBaseUrl } from "./find-base-url.ts";

interface TokenOptions extends SettingOptions, OutputOptions {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly clientSecretFile?: string;
  readonly clientSecretStdin?: boolean;
  readonly scope?: string;
  readonly resource: readonly string[];
}

export function defineTokenCommand(command: Command, context: CommandContext): void {
  command
    .description("Ask a running server for a token with client_credentials, and print its answer.")
    .requiredOption("--client-id <id>", "a client_id or an access key")
    .addOption(
      new Option(
        "--client-secret <secret>",
        "its secret; others on this machine can see it meanwhile",
      ).conflicts(["clientSecretFile", "clientSecretStdin"]),
    )
    .addOption(
      new Option("--client-secret-file <file>", "a file that holds the secret").conflicts(
        "clientSecretStdin",
      ),
    )
    .option("--client-secret-stdin", "read the secret from standard input")
    .option("--scope <scopes>", "the scopes wanted, separated by spaces")
    .addOption(repeatable("--resource <uri>", "only permissions of this resource"))
    .action(async (options: TokenOptions) => {
      const secret = await readSecret(context.terminal, options);
      if (secret === undefined) command.error(SECRET_MISSING);
      await askForToken(context, options, secret);
    })
    .addHelpText(
      "after",
      `
Examples:
  licet token --client-id reports --client-secret-file secret.txt --scope "orders:read orders:write"
  licet token --client-id reports --client-secret-stdin --scope orders:read < secret.txt`,
    );
  const names = ["base_url", "host", "port"] as const;
  addSettingOptions(addOutputOption(command), { names, shown: names });
}

async function askForToken(
  { terminal, clock }: CommandContext,
  options: TokenOptions,
  secret: string,
): Promise<void> {
  const form = new URLSearchParams({ grant_type: "client_credentials", client_id: options.clientId });
  form.set("client_secret", secret);
  if (options.scope !== undefined) form.set("scope", options.scope);
  for (const resource of options.resource) form.append("resource", resource);
  const baseUrl = findBaseUrl(terminal, options);
  const answer = await post(baseUrl, form);
  print(terminal, options, answer, () => formatAnswer(answer, clock));
}

const SECRET_MISSING =
  "error: give the secret with --client-secret-file, --client-secret-stdin or --client-secret";

async function readSecret(terminal: Terminal, options: TokenOptions): Promise<string | undefined> {
  const { clientSecret, clientSecretFile, clientSecretStdin } = options;
  if (clientSecret !== undefined) return clientSecret;
  const path = clientSecretStdin ? "-" : clientSecretFile;
  return path === undefined ? undefined : (await readInput(terminal, path)).text.trim();
}

type Answer = Readonly<Record<string, unknown>>;

async function post(baseUrl: string, form: URLSearchParams): Promise<Answer> {
  const response = await fetch(baseUrl + OAUTH_PATHS.token, {
    method: "POST",
    body: form,
    redirect: "error",
    headers: { connection: "close" },
  }).catch((error: unknown) => {
    throw new UnavailableError(describeUnreachable(baseUrl, error), { cause: error });
  });
  const answer = (await response.json().catch(() => undefined)) as Answer | undefined;
  if (response.status === 503)
    throw new UnavailableError(`the server at ${baseUrl} cannot answer now; try again soon`);
  if (typeof answer !== "object" || answer === null) {
    throw new InvalidInputError(`what answers at ${baseUrl} is not a Licet server; check --base-url`);
  }
  if (response.ok) return answer;
  // The error has the form of RFC 6749 §5.2, or of RFC 9457 for a problem with HTTP.
  const { error, title, error_description: description, detail } = answer;
  throw new InvalidInputError(
    `${error ?? title ?? response.status}: ${description ?? detail ?? "no reason given"}`,
  );
}

/** The codes of OpenSSL and Node for a certificate that cannot be trusted. */
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/;

function describeUnreachable(baseUrl: string, error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as { readonly code?: string };
  if (code !== undefined && UNTRUSTED.test(code))
    return `the certificate of the server at ${baseUrl} is not trusted (${code}); name the file of its certificate authority in NODE_EXTRA_CA_CERTS, or give the --base-url that the certificate is for`;
  return `no server answers at ${baseUrl}; start it with licet serve, or give --base-url`;
}

function formatAnswer(answer: Answer, clock: Clock): readonly string[] {
  const lifetimeSeconds = Number(answer.expires_in);
  return formatColumns([
    ["granted", String(answer.scope || "nothing")],
    ["refused", String(answer.scope_rejected || "nothing")],
    ["expires", `${writeSeconds(clock.seconds() + lifetimeSeconds)} (in ${lifetimeSeconds} s)`],
    ["token", String(answer.access_token)],
  ]);
}
