import { styleText } from "node:util";
import { type DemoShop, demoAddresses } from "../../compose/create-server.ts";
import { OAUTH_PATHS } from "../../oauth/server-metadata.ts";
import type { Services } from "../../services.ts";
import { readVersion } from "../../version.ts";
import { formatAdministrator } from "../administrator/administrator-text.ts";
import type { AdministratorState } from "../administrator/prepare-administrator.ts";
import { formatColumns } from "../format/output.ts";
import { formatTokenRequest, formField } from "../format/token-request.ts";
import type { Terminal } from "../terminal.ts";
import type { WriteCommand } from "../typed-command.ts";
import type { PreparedState } from "./prepare-state.ts";

/** The banner shows the operator the addresses of the server, its database, the applied changes and the demo. */
export async function formatBanner(
  services: Services,
  { stdout, env }: Terminal,
  { notices, shop }: PreparedState,
  administrator: AdministratorState,
  writeCommand: WriteCommand,
): Promise<string> {
  const { baseUrl, databaseUrl } = services.settings;
  const colours = stdout.isTTY === true && env.NO_COLOR === undefined;
  const bold = (text: string) => (colours ? styleText("bold", text, { validateStream: false }) : text);
  const addresses = formatColumns([
    ["Address", baseUrl],
    ["Console", `${baseUrl}/console/`],
    ["Docs", `${baseUrl}/docs/`],
    ["Discovery", baseUrl + OAUTH_PATHS.openidConfiguration],
    ["Keys", baseUrl + OAUTH_PATHS.jwks],
    ["Database", describeDatabase(databaseUrl)],
  ]);
  const sections = [
    [bold(`Licet ${readVersion()}`), "", ...indent(addresses)],
    ...(notices.length > 0 ? [indent(notices.flatMap((notice) => notice.split("\n")))] : []),
    ...(await demoSections(services, shop, bold)),
    ...administratorSections(administrator, writeCommand, bold),
  ];
  return `\n${sections.map((lines) => lines.join("\n")).join("\n\n")}\n\n`;
}

const indent = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line === "" ? "" : `  ${line}`));

/** The banner appears in logs, so it omits the user and the password of the database. */
function describeDatabase(url: string): string {
  if (url.startsWith("sqlite:")) return `SQLite, ${url.slice("sqlite:".length)}`;
  const { host, pathname } = new URL(url);
  return `PostgreSQL, ${pathname.slice(1)} at ${host}`;
}

function administratorSections(
  administrator: AdministratorState,
  writeCommand: WriteCommand,
  bold: (text: string) => string,
): readonly (readonly string[])[] {
  const section = formatAdministrator(administrator, writeCommand);
  return section ? [[bold(section.title), "", ...indent(section.lines)]] : [];
}

async function demoSections(
  services: Services,
  shop: DemoShop | undefined,
  bold: (text: string) => string,
): Promise<readonly (readonly string[])[]> {
  // A server that others can reach accepts no published credentials.
  if (!services.isPrivate) return [];
  const stored = await services.publishedCredentials.find();
  if (stored.secrets.length + stored.users.length === 0) return [];
  const { findDemoRequest, readDemoCredentials } = await import("../demo/demo.ts");
  const credentials = await readDemoCredentials(services, stored);
  if (credentials.length === 0) return [];
  const request = await findDemoRequest(services, credentials);
  const table = formatColumns(credentials.map(({ kind, id, secret }) => [kind, id, secret]));
  const demo = [bold("The demo"), "", ...indent(table)];
  const isServed = shop && credentials.some(({ id }) => id === shop.clientId);
  const browser = isServed
    ? [
        [
          bold("Try it in a browser: sign in and see what the shop gets"),
          "",
          `  ${demoAddresses(services.settings.baseUrl).home}`,
        ],
      ]
    : [];
  if (!request) return [demo, ...browser];
  const curl = formatTokenRequest(
    services.settings.baseUrl,
    [formField("scope", request.scope)],
    [formField("client_id", request.id), formField("client_secret", request.secret)],
  );
  return [
    demo,
    ...browser,
    [bold("Try it in a terminal: one scope is granted, the other refused"), "", ...indent(curl)],
  ];
}
