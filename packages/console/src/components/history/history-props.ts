import type { ReactNode } from "react";
import type { Versioned } from "../../api/use-form-draft.ts";
import type { HistoryKind } from "./history-kind.ts";

export interface HistoryProps {
  readonly kind: HistoryKind;
  /** The id of the object, as its events name it. */
  readonly id: string;
  /** The name that the user knows. */
  readonly name: string;
  /** The object as it is now; undefined when it was deleted. */
  readonly present: Versioned<object> | undefined;
  /** Licet maintains the object, so nobody restores a version of it. */
  readonly readOnly?: boolean;
  /** Shown above the versions. */
  readonly notice?: ReactNode;
}
