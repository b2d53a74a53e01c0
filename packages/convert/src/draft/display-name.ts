import { isDisplayName } from "@licet/engine/internal/values/names.ts";
import { cleanText } from "./clean-text.ts";

/** A name for readers, if it is one that users may decide by. */
export function displayNameOf(text: string | undefined): string | undefined {
  const name = cleanText(text, 200);
  return name !== undefined && isDisplayName(name) ? name : undefined;
}
