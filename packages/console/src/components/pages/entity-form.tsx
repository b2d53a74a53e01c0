import type { ReactNode } from "react";
import type { EntityKind } from "../../api/entities.ts";
import { KINDS } from "../../values/kinds.generated.ts";
import { SaveBar } from "../forms/save-bar.tsx";
import { EditableBy } from "../permissions/editable-by.tsx";
import { useToast } from "../problems/toasts.tsx";
import type { EntityDraft } from "./use-entity-draft.ts";

interface EntityFormProps<Part extends object> extends EntityDraft<Part> {
  readonly kind: EntityKind;
  readonly labels: Readonly<Record<keyof Part, string>>;
  /** The message after the change. */
  readonly saved: string;
  /** Other actions for the edited values. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** The fields of a stored entity, read-only without the permission to write it. */
export function EntityForm<Part extends object>(props: EntityFormProps<Part>) {
  const { kind, draft, call, labels, saved, more, children } = props;
  const toast = useToast();
  return (
    <EditableBy
      permission={KINDS[kind].mayWrite}
      end={
        <SaveBar
          draft={draft}
          labels={labels}
          call={call}
          more={more}
          onSaved={() => toast({ title: saved })}
        />
      }
    >
      {children}
    </EditableBy>
  );
}
