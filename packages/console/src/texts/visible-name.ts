/** Bidirectional control characters: a name does not need them, and they can make one name look like another. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/gu;
/** Invisible characters: controls, joiners, spaces, and blank letters. */
const BLANK = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns the name if it has a visible character, else the fallback. */
export function visibleName(name: string | undefined, otherwise: string): string {
  const shown = name?.replace(DIRECTION_MARKS, "") ?? "";
  return shown.replace(BLANK, "") === "" ? otherwise : shown;
}
