import { READ_ONLY_MEMBERS } from "../management/write-entity.ts";
import { invalidInput } from "../problems.ts";
import { writePointer } from "./json-pointer.ts";

type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The body of a PUT, with the members of its path. A body may repeat the path, not contradict it, and may contain the
 * read-only members of a GET (version, times): a caller changes what it has read and sends all of it.
 */
export function withPathMembers(
  body: unknown,
  path: Readonly<Record<string, string>>,
  alsoReadOnly: readonly string[] = [],
): unknown {
  if (!isObject(body)) return body;
  for (const [member, value] of Object.entries(path)) {
    if (Object.hasOwn(body, member) && body[member] !== value)
      throw invalidInput([
        {
          pointer: writePointer([member]),
          detail: `must be the same as in the path: ${JSON.stringify(value)}`,
          code: "not_changeable",
        },
      ]);
  }
  const readOnly: readonly string[] = [...READ_ONLY_MEMBERS, ...alsoReadOnly];
  const wanted = Object.entries(body).filter(([name]) => !readOnly.includes(name));
  return { ...Object.fromEntries(wanted), ...path };
}
