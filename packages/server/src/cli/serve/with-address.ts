import type { AddressInfo } from "node:net";
import type { Settings } from "../../settings/settings.ts";

/**
 * If the system chose the port, the base URL gets that port. The resolved address replaces a host name, because only an
 * address shows whether the server listens on the loopback interface.
 */
export function withAddress(
  settings: Settings,
  { address: host, port }: Pick<AddressInfo, "address" | "port">,
): Settings {
  if (settings.port === port) return { ...settings, host };
  return { ...settings, host, port, baseUrl: settings.baseUrl.replace(/:0$/, `:${port}`) };
}
