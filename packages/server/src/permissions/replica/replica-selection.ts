import type { ReplicaLimits, ReplicaSelection, SelectedAttributes } from "../stores.ts";
import { EVERY_MEMBER } from "./stored-members.ts";

/** What the records of a copy hold, from the names of the members that conditions read. */
export function selectMembers(
  reads: readonly string[],
  usernames: boolean,
  limits: ReplicaLimits | undefined,
): ReplicaSelection {
  const has = (member: string) => reads.includes(member) || reads.includes(EVERY_MEMBER);
  return {
    ...(limits && { limits }),
    usernames: usernames || has("subject.name"),
    emails: has("subject.email"),
    // An application may be the subject, too.
    applicationNames: has("client.name") || has("subject.name"),
    applicationTypes: has("client.type"),
    userAttributes: selectAttributes(reads, "subject.attributes"),
    instanceAttributes: selectAttributes(reads, "resource.attributes"),
  };
}

function selectAttributes(reads: readonly string[], all: string): SelectedAttributes {
  if (reads.includes(all) || reads.includes(EVERY_MEMBER)) return "all";
  return new Set(reads.flatMap((read) => (read.startsWith(all) ? attributeKey(read.slice(all.length)) : [])));
}

/** The key of `.department` or `["odd key"]`. */
function attributeKey(written: string): readonly string[] {
  if (/^\.[_a-zA-Z][_a-zA-Z0-9]*$/.test(written)) return [written.slice(1)];
  if (!/^\[".*"\]$/.test(written)) return [];
  try {
    return [JSON.parse(written.slice(1, -1))];
  } catch {
    return [];
  }
}

const PLAIN_MEMBERS: ReadonlySet<string> = new Set([
  EVERY_MEMBER,
  "subject.name",
  "subject.email",
  "subject.attributes",
  "resource.attributes",
  "client.name",
  "client.type",
]);

/** True for the name of a stored member, as a snapshot writes it. */
export function isMemberName(read: string): boolean {
  if (PLAIN_MEMBERS.has(read)) return true;
  const [start] = /^(?:subject|resource)\.attributes/.exec(read) ?? [];
  return start !== undefined && attributeKey(read.slice(start.length)).length === 1;
}
