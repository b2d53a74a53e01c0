import { EVERY_USER, parsePrincipalKey } from "@licet/engine/values/principal-key.ts";
import { InvalidArgumentError } from "commander";

export interface NamedMember {
  readonly type: "user" | "group";
  readonly id: string;
  /** The member as the command line names it. */
  readonly text: string;
}

export const MEMBER_HELP = "user:NAME or group:NAME";

/** Parses the arguments of a list of members, one after the other. */
export function parseMember(text: string, previous: readonly NamedMember[] = []): readonly NamedMember[] {
  const named = parsePrincipalKey(text);
  if ((named?.type !== "user" && named?.type !== "group") || named.id === "" || text === EVERY_USER)
    throw new InvalidArgumentError(`Expected ${MEMBER_HELP}.`);
  return [...previous, { type: named.type, id: named.id, text }];
}
