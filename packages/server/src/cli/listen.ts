import type { AddressInfo, Server } from "node:net";
import { InvalidInputError } from "../core/errors.ts";
import type { Listener } from "../http/connection/listener.ts";
import type { Settings } from "../settings/settings.ts";

/** Resolves with the actual address and port: a host name is resolved, and the system chooses a port for 0. */
export async function listen(
  listener: { readonly server: Pick<Server, "address">; listen(): Promise<void> },
  { host, port }: Pick<Settings, "host" | "port">,
): Promise<AddressInfo> {
  try {
    await listener.listen();
  } catch (error) {
    const describe = PROBLEMS[(error as NodeJS.ErrnoException).code ?? ""];
    if (!describe) throw error;
    throw new InvalidInputError(describe(host, port), { cause: error });
  }
  return listener.server.address() as AddressInfo;
}

const PROBLEMS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `port ${port} on ${host} is in use; stop what is there, or choose another port: LICET_PORT=NUMBER before the command, or --port NUMBER after licet serve`,
  EACCES: (_host, port) =>
    `port ${port} may not be used by this user; choose 1024 or above by LICET_PORT, or by --port after licet serve`,
  EMFILE: () =>
    "this process may not open any more files; raise its limit (ulimit -n, or LimitNOFILE of systemd)",
  EADDRNOTAVAIL: (host) => `this machine does not have the address ${host}; set --host or LICET_HOST`,
  ENOTFOUND: (host) =>
    `the host ${host} is not known; set --host or LICET_HOST to an address of this machine`,
};

/** Only for a start that created no server: a created server closes its listener when it stops. */
export function closeListener({ server }: Listener): void {
  if (server.listening) server.close();
  server.closeAllConnections();
}
