import { createContext, use } from "react";
import type { Entity, EntityKind } from "../../api/entities.ts";
import type { Versioned } from "../../api/use-form-draft.ts";
import type { HistoryProps } from "../history/history-props.ts";

export const EntityContext = createContext<HistoryProps | undefined>(undefined);

export function useEntityOfPage(): HistoryProps {
  const shown = use(EntityContext);
  if (!shown) throw new Error("a tab stands outside of the page of an entity");
  return shown;
}

/** The entity of the current page, which has this kind. */
export const useShown = <Kind extends EntityKind>(_kind: Kind): Versioned<Entity<Kind>> =>
  useEntityOfPage().present as Versioned<Entity<Kind>>;
