import type { Logger } from "../log.ts";

/** 0 is success, as in the packages of OpenTelemetry. */
interface ExportResult {
  readonly code: number;
  readonly error?: Error;
}

interface Exporter<Data> {
  export(data: Data, done: (result: ExportResult) => void): void;
}

/**
 * The same exporter with one warning when it begins to fail, and one line when it works again. What was not sent is
 * dropped; what reads this result would otherwise write to the console.
 */
export function reportFailures<E extends Exporter<never>>(
  exporter: E,
  { what, log }: { readonly what: string; readonly log: Pick<Logger, "info" | "warn"> },
): E {
  let isFailing = false;

  function report({ code, error }: ExportResult): void {
    if (code === 0) {
      if (isFailing) log.info(`${what} are exported again`);
      isFailing = false;
      return;
    }
    if (isFailing) return;
    isFailing = true;
    log.warn(
      { reason: describe(error) },
      `${what} cannot be exported and are dropped; requests go on. Check OTEL_EXPORTER_OTLP_ENDPOINT and the collector`,
    );
  }

  return new Proxy(exporter, {
    get(target, name) {
      if (name !== "export") {
        const member = Reflect.get(target, name, target) as unknown;
        return typeof member === "function" ? member.bind(target) : member;
      }
      const send: E["export"] = (data, done) =>
        target.export(data, (result) => {
          report(result);
          done({ code: 0 });
        });
      return send;
    },
  });
}

/** A status or a code of the system. The message may hold the answer of the collector, or its address. */
function describe(error: Error | undefined): string {
  const { code } = (error ?? {}) as { readonly code?: string | number };
  if (code === undefined) return "no answer in time, or not now";
  return typeof code === "number" ? `HTTP ${code}` : code;
}
