import type { IssueCode } from "@licet/engine/internal/values/input-issue.ts";

export const ISSUE_TEXTS: Readonly<Record<IssueCode, string>> = {
  missing: "It is needed and not there",
  unknown_member: "It means nothing here: misspelled, or it has a place of its own",
  wrong_type:
    "It is of another type than `string`, `number`, `integer`, `boolean`, `array` or `object`, whichever is expected",
  not_one_of: "It is none of these",
  too_short: "A text of fewer characters",
  too_long: "A text of more characters",
  too_few: "A list of fewer entries",
  too_many: "A list of more entries",
  out_of_range: "A number below or above",
  too_deep: "More levels one within another",
  malformed: "A text that is not of this form: `role_name`, `email_address`, `date_time`, `redirect_uri`, …",
  published:
    "A secret or password that Licet's demo or documentation publishes, on a server that others can reach",
  unusable_characters: "Control characters, half a character, or others that this text cannot have",
  in_the_past: "A time at which a new secret or access account would have expired already",
  repeated: "The same as another entry, the one at this place",
  exactly_one_of: "One of these members is needed, and not more than one",
  at_least_one_of: "One of these members is needed",
  not_found: "There is no such thing of this kind; perhaps the suggestion was meant",
  ambiguous: "Several have this name: use the id",
  taken: "It belongs to this other one already",
  cycle: "It would contain, inherit from or stand below itself, by way of these",
  in_use: "It cannot go as long as these need it",
  not_changeable: "It stays as it is: part of Licet itself, of the path, or fixed when it was made",
  not_for_type: "An application of this type cannot have it",
  invalid_condition: "The condition is wrong at this place",
  too_much_work: "Deciding it takes too long: ask for less at once",
  invalid: "Anything else: `detail` says what",
};
