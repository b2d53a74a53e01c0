import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { bearer } from "../../support/api-client.ts";
import { sendDescribed } from "../../support/api-contract.ts";
import { answerPattern } from "../../support/documents/answer-pattern.ts";
import type { RunningLicet } from "../../support/start-licet.ts";

export interface Example {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly answer: unknown;
}

/** Reads the requests of a guide, each with the answer below it, and the states that the guide shows. */
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
  const { method, path, body: sent } = example;
  const { status, body } = await sendDescribed(licet, { method, path, body: sent, headers: bearer(token) });
  assert.equal(status, 200, JSON.stringify(body));
  assertShown(body, example.answer, path);
}

/** A guide may omit members, and writes `…` for what differs each time. Revisions always differ. */
function assertShown(actual: unknown, shown: unknown, at: string): void {
  if (at.endsWith("/revision") && typeof shown === "number") return;
  if (typeof shown === "string" && shown.includes("…")) {
    assert.match(String(actual), answerPattern(shown), at);
  } else if (Array.isArray(shown)) {
    assert.ok(Array.isArray(actual), at);
    assert.equal(actual.length, shown.length, at);
    for (const [index, member] of shown.entries()) assertShown(actual[index], member, `${at}/${index}`);
  } else if (typeof shown === "object" && shown !== null) {
    for (const [key, member] of Object.entries(shown))
      assertShown((actual as Record<string, unknown>)?.[key], member, `${at}/${key}`);
  } else {
    assert.deepEqual(actual, shown, at);
  }
}
