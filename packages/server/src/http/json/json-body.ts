import type { FastifyInstance } from "fastify";
import { invalidInput, type LocatedIssue, ProblemError } from "../problems.ts";
import { writePointer } from "./json-pointer.ts";

const MAX_DEPTH = 64;

/**
 * JSON and nothing else. A browser can send a form or plain text across sites without asking; it cannot send
 * `application/json`. Fastify's own parser refuses `__proto__` and `constructor.prototype`.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = String(body);
    if (isPlain(text)) return parsePlain(text, done);
    return parse(request, text, (error, value) => {
      if (error) done(unreadable());
      else done(findProblem(value), value);
    });
  });
}

const unreadable = () => new ProblemError("bad_request", "the body is not valid JSON");

/**
 * True for nearly every body: JSON.parse is enough for it. Fastify's parser looks for `__proto__` and `constructor`,
 * and `findProblem` for characters that JSON can only write as `\u` escapes. A body without these needs neither.
 */
const isPlain = (text: string): boolean =>
  !text.includes("\\u") &&
  !text.includes("__proto__") &&
  !text.includes("constructor") &&
  !text.startsWith(BYTE_ORDER_MARK);
const BYTE_ORDER_MARK = "\uFEFF";

function parsePlain(text: string, done: (error: Error | null, value?: unknown) => void): void {
  const value = tryParse(text);
  if (value === undefined) done(unreadable());
  else done(isDeeperThan(MAX_DEPTH, value) ? tooDeep() : null, value);
}

/** Undefined when the text is not JSON: no JSON text has this value. */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Recursive, because it stops at the bound. Part of every request with a body, so lists are read by position and texts
 * cost no call.
 */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (!isObjectOrList(value)) return false;
  if (levels < 0) return true;
  return Array.isArray(value) ? isListDeeperThan(levels, value) : isObjectDeeperThan(levels, value);
}

function isListDeeperThan(levels: number, list: readonly unknown[]): boolean {
  for (const member of list) if (isObjectOrList(member) && isDeeperThan(levels - 1, member)) return true;
  return false;
}

function isObjectDeeperThan(levels: number, object: object): boolean {
  for (const key in object) {
    const member: unknown = object[key as keyof object];
    if (isObjectOrList(member) && isDeeperThan(levels - 1, member)) return true;
  }
  return false;
}

const tooDeep = () =>
  invalidInput([
    {
      pointer: "",
      detail: `nested more than ${MAX_DEPTH} levels deep`,
      code: "too_deep",
      maximum: MAX_DEPTH,
    },
  ]);

/** An object or a list with its path, which is only written when there is a problem. */
interface Place {
  readonly value: object;
  readonly key: string;
  readonly parent: Place | undefined;
}

/** Refuses deep nesting, and texts that no database can store. Without recursion: the caller chooses the depth. */
function findProblem(body: unknown): ProblemError | null {
  // The schemas refuse a body that is neither an object nor a list.
  if (!isObjectOrList(body)) return null;
  const problems: LocatedIssue[] = [];
  let level: Place[] = [{ value: body, key: "", parent: undefined }];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return tooDeep();
    const below: Place[] = [];
    for (const parent of level) {
      for (const key in parent.value) {
        const value: unknown = parent.value[key as keyof object];
        if (isUnstorable(key) || (typeof value === "string" && isUnstorable(value)))
          problems.push({
            pointer: pointerTo(key, parent),
            detail: "contains a NUL or half a character",
            code: "unusable_characters",
          });
        if (isObjectOrList(value)) below.push({ value, key, parent });
      }
    }
    level = below;
  }
  return problems.length === 0 ? null : invalidInput(problems);
}

const isUnstorable = (text: string): boolean => text.includes("\0") || !text.isWellFormed();

const isObjectOrList = (value: unknown): value is object => typeof value === "object" && value !== null;

function pointerTo(key: string, parent: Place): string {
  const path = [key.toWellFormed()];
  for (let at = parent; at.parent; at = at.parent) path.unshift(at.key.toWellFormed());
  return writePointer(path);
}
