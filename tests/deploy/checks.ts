import type { Check } from "./check.ts";
import { container } from "./container/container-check.ts";
import { containerfile } from "./container/containerfile-check.ts";

/** The quick ones first. */
export const CHECKS: readonly Check[] = [containerfile, container];
