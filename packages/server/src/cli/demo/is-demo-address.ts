import { DEMO_PATHS } from "../../compose/create-server.ts";
import { isLoopbackHost } from "../../core/network/loopback.ts";

/** True for an address of the demo's pages, on any port of this machine. */
export function isDemoAddress(uri: string): boolean {
  const { hostname, pathname } = new URL(uri);
  return isLoopbackHost(hostname) && (pathname === DEMO_PATHS.home || pathname === DEMO_PATHS.callback);
}
