import type { Logger } from "../log.ts";
import type { Telemetry } from "./start-telemetry.ts";
import type { TelemetryOptions } from "./telemetry-options.ts";

/** Undefined, and nothing of it loaded, where nothing is exported. */
export async function openTelemetry(
  options: TelemetryOptions | undefined,
  parts: { readonly version: string; readonly log: Logger; readonly worker?: number | undefined },
): Promise<Telemetry | undefined> {
  if (options === undefined) return undefined;
  const { startTelemetry } = await import("./start-telemetry.ts");
  return startTelemetry(options, parts);
}
