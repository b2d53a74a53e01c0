import type { ReactNode } from "react";
import type { StoredEntity } from "../../api/entities.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { KINDS } from "../../values/kinds.generated.ts";
import { listTexts } from "../lists/texts.ts";
import type { BulkDialogFrame } from "./bulk-dialog.tsx";

/** The kinds whose rows can be selected. */
export type BulkKind = "role" | "group" | "user" | "application";

/** What becomes of rows that are changed together. */
export interface KindBulk<Row extends StoredEntity> {
  /** A hook: what the action does and ends, one per line. */
  useConsequences(action: "disable" | "enable" | "delete", rows: readonly Row[]): readonly ReactNode[];
  /** What undo does not bring back, of rows that can be disabled. */
  readonly undoHint?: string;
}

export interface KindBulkFrame<Row extends StoredEntity> extends BulkDialogFrame<Row> {
  readonly kind: BulkKind;
  readonly bulk: KindBulk<Row>;
}

export const canBeDisabled = (kind: BulkKind): kind is "user" | "application" =>
  KINDS[kind].members.some((member) => member === "enabled");

/** "3 users" */
export function useThings(kind: BulkKind): (count: number) => string {
  const { counted } = useTexts(listTexts);
  return (count) => counted[`${kind}s`](String(count), count === 1);
}
