import { CHECK_EXAMPLES } from "./checks.ts";
import { MANAGEMENT_EXAMPLES } from "./management.ts";

/** By the name of the component. The examples of pages and lists are made from those of their items. */
export const EXAMPLES: Readonly<Record<string, unknown>> = { ...MANAGEMENT_EXAMPLES, ...CHECK_EXAMPLES };
