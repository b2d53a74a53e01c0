import { ADMINISTRATOR_ROLE } from "../../state/own-names.ts";
import type { AdministratorState } from "../actions/prepare-administrator.ts";
import { formatColumns } from "./output.ts";

/** The section of the banner about administrators: its title and its lines; undefined when one exists. */
export function formatAdministrator(
  state: AdministratorState,
): { readonly title: string; readonly lines: readonly string[] } | undefined {
  if (state.kind === "exists") return undefined;
  if (state.kind === "created")
    return {
      title: `Created the administrator ${state.username}`,
      lines: ["LICET_ADMIN_USERNAME names it."],
    };
  const { link, taken } = state;
  const notCreated = taken === undefined ? [] : [...describeTaken(taken), ""];
  if (link)
    return {
      title: "Create the first administrator: open this link, once and within an hour",
      lines: [...notCreated, link.url, "", "or run: licet admin create --username admin"],
    };
  return {
    title: "There is no administrator yet, so nobody can use the console",
    lines: [
      ...notCreated,
      ...formatColumns([
        ["licet admin link", "prints a link to a page that creates one"],
        ["licet admin create --username admin", "creates one, and prints a password"],
      ]),
    ],
  };
}

const describeTaken = (username: string): readonly string[] => [
  `LICET_ADMIN_USERNAME: the user ${username} exists already, and was not changed. Choose another name, or run`,
  `licet grant user:${username} ${ADMINISTRATOR_ROLE}`,
];
