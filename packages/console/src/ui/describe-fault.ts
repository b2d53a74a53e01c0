import type { InputFault } from "../api/input-fault.ts";
import { findWord } from "../texts/find-word.ts";
import type { faultTexts } from "./fault-texts.ts";

type FaultTexts = (typeof faultTexts)["en"];

/** The sentence for what is wrong, in the language of the texts; what they have no words for, as the API said it. */
export function describeFault(fault: InputFault, texts: FaultTexts): string {
  return write(fault, texts) ?? fault.detail;
}

function write(fault: InputFault, texts: FaultTexts): string | undefined {
  switch (fault.code) {
    case "missing":
      return texts.missing;
    case "unknown_member":
      return texts.unknownMember;
    case "wrong_type":
      return within(texts.types, fault.expected, texts.wrongType);
    case "not_one_of":
      return texts.notOneOf(fault.values);
    case "too_short":
      return texts.tooShort(fault.minimum);
    case "too_long":
      return texts.tooLong(fault.maximum);
    case "too_few":
      return texts.tooFew(fault.minimum);
    case "too_many":
      return texts.tooMany(fault.maximum);
    case "out_of_range":
      return texts.outOfRange(fault.minimum, fault.maximum);
    case "too_deep":
      return texts.tooDeep(fault.maximum);
    case "malformed":
      return within(texts.forms, fault.expected, texts.malformed);
    case "unusable_characters":
      return texts.unusableCharacters;
    case "in_the_past":
      return texts.inThePast;
    case "published":
      return texts.published;
    case "repeated":
      return texts.repeated;
    case "exactly_one_of":
      return texts.exactlyOneOf(fault.members);
    case "at_least_one_of":
      return texts.atLeastOneOf(fault.members);
    case "not_found": {
      const meant = fault.suggestion === undefined ? "" : texts.didYouMean(fault.suggestion);
      return within(texts.kinds, fault.kind, (kind) => texts.notFound(kind, fault.name) + meant);
    }
    case "ambiguous":
      return within(texts.kinds, fault.kind, (kind) => texts.ambiguous(kind, fault.name));
    case "taken":
      return within(texts.kinds, fault.kind, (kind) => texts.taken(kind, fault.name));
    case "cycle":
      return texts.cycle(fault.cycle);
    case "in_use":
      return texts.inUse(fault.name, fault.used_by);
    case "not_changeable":
      return texts.notChangeable;
    case "not_for_type":
      return texts.notForType(fault.type);
    case "invalid_condition":
      return texts.condition(fault.line, fault.column, fault.problem);
    case "too_much_work":
      return texts.tooMuchWork;
    default:
      return undefined;
  }
}

function within(
  words: Readonly<Record<string, string>>,
  value: string,
  sentence: (word: string) => string,
): string | undefined {
  const word = findWord(words, value);
  return word === undefined ? undefined : sentence(word);
}
