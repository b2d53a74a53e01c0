import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { ADMINISTRATOR_ROLE } from "../../directory/own-names.ts";
import { formatColumns } from "../format/output.ts";
import type { WriteCommand } from "../typed-command.ts";
import type { AdministratorState } from "./prepare-administrator.ts";

/** The section of the banner about administrators: its title and its lines; undefined when one exists. */
export function formatAdministrator(
  state: AdministratorState,
  writeCommand: WriteCommand,
): { readonly title: string; readonly lines: readonly string[] } | undefined {
  if (state.kind === "exists") return undefined;
  if (state.kind === "created")
    return {
      title: `Created the administrator ${state.username}`,
      lines: ["LICET_ADMIN_USERNAME names it."],
    };
  const { link, taken } = state;
  const notCreated = taken === undefined ? [] : [...describeTaken(taken, writeCommand), ""];
  const create = writeCommand("admin", "create", "--username", "admin");
  if (link)
    return {
      title: "Create the first administrator: open this link, once and within an hour",
      lines: [...notCreated, link.url, "", `or run: ${create}`],
    };
  return {
    title: "There is no administrator yet, so nobody can use the console",
    lines: [
      ...notCreated,
      ...formatColumns([
        [writeCommand("admin", "link"), "prints a link to a page that creates one"],
        [create, "creates one, and prints a password"],
      ]),
    ],
  };
}

const describeTaken = (username: string, writeCommand: WriteCommand): readonly string[] => [
  `LICET_ADMIN_USERNAME: the user ${username} exists already, and was not changed. Choose another name, or run`,
  writeCommand("grant", formatPrincipalKey("user", username), ADMINISTRATOR_ROLE),
];
