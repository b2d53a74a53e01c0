import { join } from "node:path";
import { ACTIVE_APPLICATIONS, APPLICATIONS, type BenchContext, WARM_UP } from "../bench-context.ts";
import { spreadApplications } from "../population.ts";
import { type Load, type Measurement, measure } from "../report/measurement.ts";
import { startServer } from "../server-process.ts";
import { FORM_TYPE, tokenForm } from "./forms.ts";

/** Measures the limit of the load generator on this machine: the same requests to a server that does nothing. */
export async function measureGenerator(
  context: Pick<BenchContext, "seconds" | "limitWarmUp" | "progress">,
): Promise<Measurement> {
  const server = await startServer({
    args: [join(import.meta.dirname, "../subjects/trivial.ts")],
    env: (port) => ({ BENCH_PORT: String(port) }),
    readyPath: "/",
  });
  try {
    const bodies = spreadApplications(APPLICATIONS, ACTIVE_APPLICATIONS).map(tokenForm);
    const load: Load = { path: "/", contentType: FORM_TYPE, bodies, check: () => {} };
    await measure(server, { ...load, ...context.limitWarmUp(WARM_UP) });
    const measurement = await measure(server, { ...load, seconds: context.seconds });
    context.progress(
      `generator: ${Math.round(measurement.perSecond)} requests/s against a server that does nothing`,
    );
    return measurement;
  } finally {
    await server.stop();
  }
}
