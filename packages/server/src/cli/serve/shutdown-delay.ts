import type { Settings } from "../../settings/settings.ts";
import type { Terminal } from "../terminal.ts";

/** How long a server that is told to stop still accepts connections. Nobody wants to wait for it at a terminal. */
export const findShutdownDelay = ({ stdout }: Terminal, settings: Settings): number =>
  stdout.isTTY === true ? 0 : settings.shutdownDelayMilliseconds;
