import { findWord } from "../../texts/find-word.ts";
import { type AuditEvent, countOf, dataText, findSubject } from "./audit-event.ts";
import { findCause, findChange } from "./event-look.ts";
import type { activityTexts } from "./texts.ts";

type Texts = (typeof activityTexts)["en"];

/** Returns the sentence for an event, with placeholders for the names of its parts. */
export function sentenceFor(event: AuditEvent, { sentences, changes }: Texts): string {
  if (countOf(event) !== undefined) return findWord(sentences.counted, event.type) ?? sentences.countedOther;
  if (event.type === "token.issued" && findSubject(event) !== undefined) return sentences.tokenForUser;
  if (event.type === "session.ended" && dataText(event, "reason") === "ended_by_administrator")
    return sentences.sessionEndedFor;
  if (event.type === "consent.withdrawn" && dataText(event, "user") !== undefined)
    return sentences.consentWithdrawnFor;
  const known = findWord(sentences.byType, event.type);
  if (known !== undefined) return known;
  const change = findChange(event);
  if (!change) return event.target === undefined ? sentences.other : sentences.otherWithTarget;
  if (findCause(event) !== undefined) return changes.because;
  return changes[change.verb];
}
