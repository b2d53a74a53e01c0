import type { DescribedIssue } from "@licet/engine/internal/values/input-issue.ts";
import { didYouMean, findSimilar } from "../../input/did-you-mean.ts";
import { quote, shorten } from "../../input/schemas.ts";

/** A name refers to an entity that will not exist: `there is no role "clark"; did you mean "clerk"?` */
export function notFound(kind: string, name: string, known: Iterable<string>): DescribedIssue {
  const names = [...known];
  return notFoundAs(
    `there is no ${kind.replace("_", " ")} ${quote(name)}${didYouMean(name, names)}`,
    kind,
    name,
    findSimilar(name, names),
  );
}

/** Like `notFound`, with its own message. */
export const notFoundAs = (
  message: string,
  kind: string,
  name: string,
  suggestion?: string,
): DescribedIssue => ({
  message,
  issue: {
    code: "not_found",
    kind,
    name: shorten(name),
    ...(suggestion !== undefined && { suggestion }),
  },
});

export const ambiguous = (message: string, kind: string, name: string): DescribedIssue => ({
  message,
  issue: { code: "ambiguous", kind, name: shorten(name) },
});

/** Another principal had this name before, so the author of the file may mean that one. */
export const reused = (kind: "application" | "access_account", name: string, id: string): DescribedIssue =>
  ambiguous(
    `another ${kind.replace("_", " ")} was named ${quote(name)} before ${id}; name it by its id, or free the name with licet names release`,
    kind,
    name,
  );

export const repeated = (message: string, first?: number): DescribedIssue => ({
  message,
  issue: { code: "repeated", ...(first !== undefined && { first }) },
});

/** An entity whose expiry is in the past would never work, so it is not created. */
export const inThePast: DescribedIssue = {
  message: "is in the past: it has expired already",
  issue: { code: "in_the_past" },
};

export const notChangeable = (message: string): DescribedIssue => ({
  message,
  issue: { code: "not_changeable" },
});

export const taken = (message: string, kind: string, name: string): DescribedIssue => ({
  message,
  issue: { code: "taken", kind, name },
});

/** The message does not repeat the value, because it is a credential. */
export const published = (what: "password" | "secret"): DescribedIssue => ({
  message: `this ${what} is published in Licet's demo or documentation, and others can reach this server; choose another`,
  issue: { code: "published" },
});

export const malformed = (message: string, expected: string): DescribedIssue => ({
  message,
  issue: { code: "malformed", expected },
});

export const cyclic = (verb: string, cycle: readonly string[]): DescribedIssue => ({
  message: `${verb} itself: ${cycle.join(" → ")}`,
  issue: { code: "cycle", cycle },
});
