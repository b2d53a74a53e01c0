import type { FastifyInstance } from "fastify";
import { type InputProblem, invalidInput, ProblemError } from "../problems.ts";
import { writePointer } from "./json-pointer.ts";

const MAX_DEPTH = 64;

/**
 * JSON and nothing else. A browser can send a form or plain text across sites without asking; it cannot send
 * `application/json`. Fastify's own parser refuses `__proto__` and `constructor.prototype`.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) =>
    parse(request, String(text), (error, value) => {
      if (error) done(new ProblemError("bad_request", "the body is not valid JSON"));
      else done(refuse(value), value);
    }),
  );
}

/** What JSON can say but no request means. Walked without recursion: the depth is what the caller chose. */
function refuse(body: unknown): ProblemError | null {
  const problems: InputProblem[] = [];
  let level: { readonly value: unknown; readonly path: readonly (string | number)[] }[] = [
    { value: body, path: [] },
  ];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH)
      return invalidInput([{ pointer: "", detail: `nested more than ${MAX_DEPTH} levels deep` }]);
    const below: typeof level = [];
    for (const { value, path } of level) {
      if (typeof value === "string" && isUnstorable(value))
        problems.push({ pointer: writePointer(path), detail: UNSTORABLE });
      if (typeof value !== "object" || value === null) continue;
      for (const [key, member] of Object.entries(value)) {
        if (isUnstorable(key)) problems.push({ pointer: writePointer(path), detail: UNSTORABLE });
        below.push({ value: member, path: [...path, Array.isArray(value) ? Number(key) : key] });
      }
    }
    level = below;
  }
  return problems.length === 0 ? null : invalidInput(problems);
}

const UNSTORABLE = "contains a NUL or half a character";
const isUnstorable = (text: string): boolean => text.includes("\0") || !text.isWellFormed();
