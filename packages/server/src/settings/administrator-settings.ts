import { resolve } from "node:path";
import { invalid, type SettingText } from "./values.ts";

export interface AdministratorSettings {
  /** The administrator that a server creates if there is none. The file is read only then. */
  readonly firstAdministrator: { readonly username: string; readonly passwordFile: string } | undefined;
}

export function parseAdministratorSettings(text: SettingText, cwd: string): AdministratorSettings {
  const username = text("admin_username");
  const passwordFile = text("admin_password_file");
  if (username === undefined && passwordFile === undefined) return { firstAdministrator: undefined };
  if (!username) throw invalid("admin_username", "a username, because LICET_ADMIN_PASSWORD_FILE is set");
  if (!passwordFile)
    throw invalid("admin_password_file", "the path of a file, because LICET_ADMIN_USERNAME is set");
  return { firstAdministrator: { username, passwordFile: resolve(cwd, passwordFile) } };
}
