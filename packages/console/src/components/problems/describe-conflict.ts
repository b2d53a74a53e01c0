import type { Conflict } from "../../api/conflict.ts";
import { findWord } from "../../texts/find-word.ts";
import type { conflictTexts } from "./conflict-texts.ts";

type ConflictTexts = (typeof conflictTexts)["en"];

/** Describes a conflict in the language of the texts; undefined without a text. */
export function describeConflict(conflict: Conflict, texts: ConflictTexts): string | undefined {
  const kind = "kind" in conflict ? (findWord(texts.kinds, conflict.kind) ?? conflict.kind) : "";
  switch (conflict.code) {
    case "exists":
      return texts.exists(kind, conflict.name);
    case "taken":
      return texts.taken(kind, conflict.name);
    case "name_reserved":
      return texts.nameReserved(kind, conflict.name);
    case "sign_in_name_taken":
      return texts.signInNameTaken(conflict.name);
    case "owner_missing":
      return texts.ownerMissing(kind);
    case "created_and_deleted":
      return texts.createdAndDeleted;
    case "in_use":
      return texts.inUse(kind, conflict.name, describeUses(conflict.used_by, texts), conflict.more === true);
    case "too_many_dependants":
      return texts.tooManyDependants(kind, conflict.name, conflict.maximum);
    case "part_of_licet":
      return texts.partOfLicet(kind, conflict.name);
    case "last_administrator":
      return texts.lastAdministrator;
    case "deletes_itself":
      return texts.deletesItself;
    case "disables_itself":
      return texts.disablesItself;
    case "user_disabled":
      return texts.userDisabled;
    case "secret_used_before":
      return texts.secretUsedBefore;
    case "too_many_secrets":
      return texts.tooManySecrets(conflict.maximum);
    case "no_secret_for_type":
      return texts.noSecretForType(conflict.application_type);
    case "signs_in_with_key":
      return texts.signsInWithKey;
    case "state_changed":
      return texts.stateChanged;
    case "request_under_way":
      return texts.requestUnderWay;
    case "answer_lost":
      return texts.answerLost;
    default:
      return undefined;
  }
}

const SHOWN_PER_KIND = 3;

/** `role clerk, packer; assignment asg_1, asg_2, asg_3 and 5 more`. */
function describeUses(
  uses: readonly { readonly kind: string; readonly id: string }[],
  texts: ConflictTexts,
): string {
  return [...Map.groupBy(uses, ({ kind }) => kind)]
    .map(([kind, ofKind]) => {
      const names = ofKind.slice(0, SHOWN_PER_KIND).map(({ id }) => id);
      return texts.use(findWord(texts.kinds, kind) ?? kind, names, ofKind.length - names.length);
    })
    .join(texts.and);
}
