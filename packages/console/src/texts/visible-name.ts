/** What turns the writing around, or embeds it: nothing that a name needs, and enough to make one look like another. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/gu;
/** Takes no ink: controls, joiners, spaces, and the blanks among letters. */
const BLANK = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The name, if there is anything to see of it; otherwise what stands in for it. */
export function visibleName(name: string | undefined, otherwise: string): string {
  const shown = name?.replace(DIRECTION_MARKS, "") ?? "";
  return shown.replace(BLANK, "") === "" ? otherwise : shown;
}
