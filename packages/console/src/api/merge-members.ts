import { isSame } from "../values/is-same.ts";

/** A member that two users changed since the same version, in different ways. */
export interface MemberConflict<Part> {
  readonly member: keyof Part;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

interface Merge<Part> {
  /** A conflicting member has my value here until the user chooses. */
  readonly merged: Part;
  readonly conflicts: readonly MemberConflict<Part>[];
}

/** Merges two versions of one base, member by member: the version that changed a member provides its value. */
export function mergeMembers<Part extends object>(base: Part, mine: Part, theirs: Part): Merge<Part> {
  const members = Object.keys({ ...base, ...theirs, ...mine }) as (keyof Part)[];
  const mergedMember = (member: keyof Part) =>
    isSame(mine[member], base[member]) ? theirs[member] : mine[member];
  return {
    merged: Object.fromEntries(members.map((member) => [member, mergedMember(member)])) as Part,
    conflicts: members
      .filter(
        (member) =>
          !isSame(mine[member], base[member]) &&
          !isSame(theirs[member], base[member]) &&
          !isSame(mine[member], theirs[member]),
      )
      .map((member) => ({ member, base: base[member], mine: mine[member], theirs: theirs[member] })),
  };
}
