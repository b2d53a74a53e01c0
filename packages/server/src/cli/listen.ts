import type { AddressInfo, Server } from "node:net";
import { InvalidInputError } from "../core/errors/errors.ts";
import type { Listener } from "../http/connection/listener.ts";

/** How to choose another address, as the messages of a failed start say it. */
export interface AddressChoice {
  readonly host: string;
  readonly port: string;
}

const SERVER_CHOICE: AddressChoice = {
  host: "--host or LICET_HOST",
  port: "LICET_PORT=NUMBER before the command, or --port NUMBER after licet serve",
};

/** Resolves with the actual address and port: a host name is resolved, and the system chooses a port for 0. */
export async function listen(
  listener: { readonly server: Pick<Server, "address">; listen(): Promise<void> },
  address: { readonly host: string; readonly port: number },
  choice = SERVER_CHOICE,
): Promise<AddressInfo> {
  await bindOrExplain(() => listener.listen(), address, choice);
  return listener.server.address() as AddressInfo;
}

/** An address that cannot be had is a mistake in the settings, and says which. */
export async function bindOrExplain<T>(
  bind: () => Promise<T>,
  { host, port }: { readonly host: string; readonly port: number },
  choice = SERVER_CHOICE,
): Promise<T> {
  try {
    return await bind();
  } catch (error) {
    const describe = PROBLEMS[(error as NodeJS.ErrnoException).code ?? ""];
    if (!describe) throw error;
    throw new InvalidInputError(describe(host, port, choice), { cause: error });
  }
}

const PROBLEMS: Readonly<Record<string, (host: string, port: number, choice: AddressChoice) => string>> = {
  EADDRINUSE: (host, port, choice) =>
    `port ${port} on ${host} is in use; stop what is there, or choose another port: ${choice.port}`,
  EACCES: (_host, port, choice) =>
    `port ${port} may not be used by this user; choose 1024 or above: ${choice.port}`,
  EMFILE: () =>
    "this process may not open any more files; raise its limit (ulimit -n, or LimitNOFILE of systemd)",
  EADDRNOTAVAIL: (host, _port, choice) =>
    `this machine does not have the address ${host}; set ${choice.host}`,
  ENOTFOUND: (host, _port, choice) =>
    `the host ${host} is not known; set ${choice.host} to an address of this machine`,
};

/** Only for a start that created no server: a created server closes its listener when it stops. */
export function closeListener(listener: Listener): void {
  void listener.close();
  listener.server.closeAllConnections();
}
