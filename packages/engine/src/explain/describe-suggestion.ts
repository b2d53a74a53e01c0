import type { SuggestedAssignment, Suggestion } from "./explanation.ts";

/** Describes a suggestion in an English sentence. */
export function describeSuggestion(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case "unknown_subject":
      return `there is no ${describeSubject(suggestion.subject)}`;
    case "enable_subject":
      return `enable ${describeSubject(suggestion.subject)}: it is disabled or has expired`;
    case "other_permissions":
      return `${suggestion.resource} has these permissions: ${suggestion.permissions.join(", ")}`;
    case "unknown_permission": {
      const nearest = suggestion.nearest === undefined ? "" : `; did you mean ${suggestion.nearest}?`;
      return `the catalogue has no ${suggestion.permission}${nearest}`;
    }
    case "omit_instance":
      return "it belongs to no resource: ask without naming an instance";
    case "omit_resource":
      return "it belongs to no resource: ask without naming one";
    case "use_instance_of":
      return `it is a permission of ${suggestion.resource}: name an instance of that, or none`;
    case "use_resource":
      return `it belongs to ${suggestion.identifier}: name that resource, or none`;
    case "request_separately":
      return `request it in a token of its own: name the resource ${suggestion.identifier}, or leave the other scopes out`;
    case "check_instance":
      return `ask about the instance: ${suggestion.instance}`;
    case "request_instance":
      return `ask for the instance: ${suggestion.scope}`;
    case "extend_assignment":
      return `give the assignment ${suggestion.assignment} a later expires_at`;
    case "assign_permission":
      return `assign it: ${suggestion.change.assignments.map(writeAssignment).join(", ")}`;
    case "assign_role": {
      const more = suggestion.more > 0 ? `, and ${suggestion.more} more` : "";
      return `roles that would give it: ${suggestion.roles.join(", ")}${more}`;
    }
    case "raise_ceiling":
      return `the ceiling of ${suggestion.account} is ${suggestion.ceiling.join(", ") || "empty"}: add ${suggestion.permission} to it`;
    case "provide_context":
      return `the request must bring ${suggestion.missing.join(", ")}`;
    case "satisfy_condition":
      return `this must become true: ${suggestion.condition}`;
    case "add_delegated_scope":
      return `let the application ask for it: add ${suggestion.scope} to its delegated scopes`;
    case "request_consent_again":
      return "the user did not agree; ask again at the authorization endpoint";
    case "use_authorization_code":
      return "it is about a user: request it on behalf of a user, with authorization_code";
  }
}

/** The suggestion with its sentence, for JSON. */
export const writeSuggestion = (suggestion: Suggestion): { readonly text: string } & Suggestion => ({
  text: describeSuggestion(suggestion),
  ...suggestion,
});

/** `user:usr_1` as `user usr_1`. */
const describeSubject = (subject: string): string => subject.replace(":", " ");

function writeAssignment(assignment: SuggestedAssignment): string {
  const fields = Object.entries(assignment).map(([key, value]) => `${key}: ${quoteIfNeeded(value)}`);
  return `{ ${fields.join(", ")} }`;
}

/** Instance ids may contain characters with a meaning in YAML. */
const quoteIfNeeded = (value: string): string =>
  /^[\w.:/-]+(?::\*)?$/.test(value) ? value : JSON.stringify(value);
