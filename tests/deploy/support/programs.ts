import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** A program of the system, and the package of Debian that has it. */
export interface Program {
  readonly name: string;
  readonly package: string;
}

export const DEBOOTSTRAP: Program = { name: "debootstrap", package: "debootstrap" };
export const UNSHARE: Program = { name: "unshare", package: "util-linux" };
export const SETPRIV: Program = { name: "setpriv", package: "util-linux" };
export const HAPROXY: Program = { name: "haproxy", package: "haproxy" };
export const OPENSSL: Program = { name: "openssl", package: "openssl" };
export const DOCKER_COMPOSE: Program = { name: "docker-compose", package: "docker-compose" };
export const STRACE: Program = { name: "strace", package: "strace" };
export const SYSTEMD_ANALYZE: Program = { name: "systemd-analyze", package: "systemd" };

/** Where root finds programs, whatever PATH says. */
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/local/sbin", "/usr/sbin", "/sbin"];

export const findMissing = (programs: readonly Program[]): readonly Program[] =>
  programs.filter(({ name }) => !FOLDERS.some((folder) => isExecutable(join(folder, name))));

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** For programs that are started here. */
export const PATH = FOLDERS.join(delimiter);
