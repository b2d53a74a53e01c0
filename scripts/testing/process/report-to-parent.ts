/** A reporter of node:test that sends each result to the parent process. */

import { relative } from "node:path";
import type { EventData } from "node:test";
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";
import { root } from "../root.ts";
import { endFile } from "./measured-file.ts";
import type { FileResult, TestResult } from "./messages.ts";

// biome-ignore lint/style/noDefaultExport: node:test takes a reporter as the default export.
// biome-ignore lint/correctness/useYield: node:test takes a generator; this one prints nothing.
export default async function* reportToParent(source: AsyncIterable<TestEvent>): AsyncGenerator<never> {
  for await (const { type, data } of source) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    const result = describeResult(type === "test:pass", data);
    if (!result.isFile) {
      // Of a suite only an error of its own counts, such as that of a hook.
      if (data.details.type !== "suite" || result.error !== undefined) process.send?.(result);
      continue;
    }
    process.send?.({ ...result, ...(await endFile()) } as FileResult);
  }
}

function describeResult(hasPassed: boolean, data: EventData.TestPass | EventData.TestFail): TestResult {
  const { name, nesting, file = "", line, skip, todo, details } = data;
  const isSkipped = (skip ?? todo) !== undefined && skip !== false && todo !== false;
  return {
    isFile: nesting === 0,
    outcome: isSkipped ? "skipped" : hasPassed ? "passed" : "failed",
    name,
    place: `${relative(root, file)}:${line}`,
    ...("error" in details && describeError(details.error)),
  };
}

function describeError(error: unknown): { readonly error?: string } {
  const { failureType, cause = error } = error as { failureType?: string; cause?: unknown };
  // Said of the test within, too.
  return failureType === "subtestsFailed" ? {} : { error: inspect(cause) };
}
