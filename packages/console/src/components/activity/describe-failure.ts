import { findWord } from "../../texts/find-word.ts";
import type { Language } from "../../texts/language.ts";
import { type AuditEvent, dataText } from "./audit-event.ts";
import { errorTexts } from "./error-texts.ts";

/**
 * Says why an event is a failure. The description of the server is more precise, but always English: other languages
 * get the sentence of the error code, and the details of the event keep the description.
 */
export function describeFailure(event: AuditEvent, language: Language): string | undefined {
  const sentence = findWord(errorTexts[language].errors, dataText(event, "error") ?? "");
  return language === "en" ? (dataText(event, "description") ?? sentence) : sentence;
}

/** Says why an application could not be told that a user signed out. */
export function describeDelivery(reason: string, language: Language): string | undefined {
  const { status, ...words } = errorTexts[language].deliveries;
  const [, code] = /^status (\d+)$/.exec(reason) ?? [];
  return code === undefined ? findWord(words, reason) : status(code);
}
