import type { Mend, SuggestedAssignment } from "./explanation.ts";

/** What would help, in a sentence for people. */
export function describeMend(mend: Mend): string {
  switch (mend.kind) {
    case "unknown_subject":
      return `there is no ${spell(mend.subject)}`;
    case "enable_subject":
      return `enable ${spell(mend.subject)}: it is disabled or has expired`;
    case "other_permissions":
      return `${mend.resource} has these permissions: ${mend.permissions.join(", ")}`;
    case "unknown_permission": {
      const nearest = mend.nearest === undefined ? "" : `; did you mean ${mend.nearest}?`;
      return `the catalogue has no ${mend.permission}${nearest}`;
    }
    case "no_instance":
      return "it belongs to no resource: ask without naming an instance";
    case "no_resource":
      return "it belongs to no resource: ask without naming one";
    case "instance_of":
      return `it is a permission of ${mend.resource}: name an instance of that, or none`;
    case "resource_of":
      return `it belongs to ${mend.identifier}: name that resource, or none`;
    case "request_separately":
      return `request it in a token of its own: name the resource ${mend.identifier}, or leave the other scopes out`;
    case "ask_about":
      return `ask about the instance: ${mend.instance}`;
    case "ask_for":
      return `ask for the instance: ${mend.scope}`;
    case "prolong":
      return `give the assignment ${mend.assignment} a later expires_at`;
    case "assign":
      return `assign it: ${mend.change.assignments.map(writeAssignment).join(", ")}`;
    case "give_role": {
      const more = mend.more > 0 ? `, and ${mend.more} more` : "";
      return `roles that would give it: ${mend.roles.join(", ")}${more}`;
    }
    case "raise_ceiling":
      return `the ceiling of ${mend.account} is ${mend.ceiling.join(", ") || "empty"}: add ${mend.permission} to it`;
    case "bring":
      return `the request must bring ${mend.missing.join(", ")}`;
    case "satisfy":
      return `this must become true: ${mend.condition}`;
    case "delegate":
      return `let the application ask for it: add ${mend.scope} to its delegated scopes`;
    case "ask_user_again":
      return "the user did not agree; ask again at the authorization endpoint";
    case "act_for_user":
      return "it speaks of a user: ask for it on behalf of one, with authorization_code";
  }
}

/** The sentence with what it was made of, as JSON gives it. */
export const writeMend = (mend: Mend): { readonly text: string } & Mend => ({
  text: describeMend(mend),
  ...mend,
});

/** `user:usr_1` as `user usr_1`. */
const spell = (subject: string): string => subject.replace(":", " ");

function writeAssignment(assignment: SuggestedAssignment): string {
  const fields = Object.entries(assignment).map(([key, value]) => `${key}: ${quoteIfNeeded(value)}`);
  return `{ ${fields.join(", ")} }`;
}

/** Instance ids may hold what YAML gives a meaning inside braces. */
const quoteIfNeeded = (value: string): string =>
  /^[\w.:/-]+(?::\*)?$/.test(value) ? value : JSON.stringify(value);
