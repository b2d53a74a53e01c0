import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { RunningLicet } from "../../support/start-licet.ts";
import { send } from "./ask.ts";

export interface Example {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly answer: unknown;
}

/** The requests of a guide, each with the answer that is printed below it, and the states that it prints. */
export function readGuide(name: string): {
  readonly states: readonly string[];
  readonly examples: readonly Example[];
} {
  const text = readFileSync(new URL(`../../../docs/guides/${name}`, import.meta.url), "utf8");
  const blocks = [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind, content = ""]) => ({
    kind,
    content,
  }));
  const examples = blocks.flatMap(({ kind, content }, index) => {
    if (kind !== "http") return [];
    const answer = blocks[index + 1];
    assert.equal(answer?.kind, "json", `an answer follows ${content}`);
    const [line = "", ...body] = content.trim().split("\n");
    const [method = "", path = ""] = line.split(" ");
    return [
      {
        method,
        path,
        ...(body.length > 0 && { body: body.join("\n") }),
        answer: JSON.parse(answer?.content ?? ""),
      },
    ];
  });
  return { states: blocks.filter(({ kind }) => kind === "yaml").map(({ content }) => content), examples };
}

export async function runExample(licet: RunningLicet, token: string, example: Example): Promise<void> {
  const { status, body } = await send(licet.url + example.path, token, example.body);
  assert.equal(status, 200, JSON.stringify(body));
  assertShows(body, example.answer, example.path);
}

/** A guide may leave members out, and write `…` for what differs from day to day; revisions always do. */
function assertShows(actual: unknown, shown: unknown, at: string): void {
  if (at.endsWith("/revision") && typeof shown === "number") return;
  if (typeof shown === "string" && shown.includes("…")) {
    const [start = "", end = ""] = shown.split("…");
    assert.ok(String(actual).startsWith(start) && String(actual).endsWith(end), `${at}: ${actual}`);
  } else if (Array.isArray(shown)) {
    assert.ok(Array.isArray(actual), at);
    assert.equal(actual.length, shown.length, at);
    for (const [index, member] of shown.entries()) assertShows(actual[index], member, `${at}/${index}`);
  } else if (typeof shown === "object" && shown !== null) {
    for (const [key, member] of Object.entries(shown))
      assertShows((actual as Record<string, unknown>)?.[key], member, `${at}/${key}`);
  } else {
    assert.deepEqual(actual, shown, at);
  }
}
