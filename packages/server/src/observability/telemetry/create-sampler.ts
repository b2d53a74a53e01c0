import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { TraceOptions } from "./telemetry-options.ts";

/** `parentbased_…` follows the decision of the caller, and decides by itself only where there is none. */
export function createSampler({ sampler, ratio }: Pick<TraceOptions, "sampler" | "ratio">): Sampler {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const name = sampler.replace("parentbased_", "") as keyof typeof roots;
  const root = roots[name]();
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}
