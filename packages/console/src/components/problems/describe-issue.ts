import type { InputIssue } from "../../api/input-issue.ts";
import { findWord } from "../../texts/find-word.ts";
import type { issueTexts } from "./issue-texts.ts";

type IssueTexts = (typeof issueTexts)["en"];

/** Describes an issue in the language of the texts; without a text, as the API describes it. */
export function describeIssue(issue: InputIssue, texts: IssueTexts): string {
  return findSentence(issue, texts) ?? issue.detail;
}

function findSentence(issue: InputIssue, texts: IssueTexts): string | undefined {
  switch (issue.code) {
    case "missing":
      return texts.missing;
    case "unknown_member":
      return texts.unknownMember;
    case "wrong_type":
      return insertWord(texts.types, issue.expected, texts.wrongType);
    case "not_one_of":
      return texts.notOneOf(issue.values);
    case "too_short":
      return texts.tooShort(issue.minimum);
    case "too_long":
      return texts.tooLong(issue.maximum);
    case "too_few":
      return texts.tooFew(issue.minimum);
    case "too_many":
      return texts.tooMany(issue.maximum);
    case "out_of_range":
      return texts.outOfRange(issue.minimum, issue.maximum);
    case "too_deep":
      return texts.tooDeep(issue.maximum);
    case "malformed":
      return insertWord(texts.forms, issue.expected, texts.malformed);
    case "unusable_characters":
      return texts.unusableCharacters;
    case "in_the_past":
      return texts.inThePast;
    case "published":
      return texts.published;
    case "repeated":
      return texts.repeated;
    case "exactly_one_of":
      return texts.exactlyOneOf(issue.members);
    case "at_least_one_of":
      return texts.atLeastOneOf(issue.members);
    case "not_found": {
      const meant = issue.suggestion === undefined ? "" : texts.didYouMean(issue.suggestion);
      return insertWord(texts.kinds, issue.kind, (kind) => texts.notFound(kind, issue.name) + meant);
    }
    case "ambiguous":
      return insertWord(texts.kinds, issue.kind, (kind) => texts.ambiguous(kind, issue.name));
    case "taken":
      return insertWord(texts.kinds, issue.kind, (kind) => texts.taken(kind, issue.name));
    case "cycle":
      return texts.cycle(issue.cycle);
    case "in_use":
      return texts.inUse(issue.name, issue.used_by);
    case "not_changeable":
      return texts.notChangeable;
    case "not_for_type":
      return texts.notForType(issue.type);
    case "invalid_condition":
      return texts.condition(issue.line, issue.column, issue.message);
    case "too_much_work":
      return texts.tooMuchWork;
    default:
      return undefined;
  }
}

function insertWord(
  words: Readonly<Record<string, string>>,
  value: string,
  sentence: (word: string) => string,
): string | undefined {
  const word = findWord(words, value);
  return word === undefined ? undefined : sentence(word);
}
