import { type ReactNode, useRef, useState } from "react";
import { describeCall } from "../../api/call-api.ts";
import { useWrite } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Notice } from "../../ui/display/notice.tsx";
import { KINDS } from "../../values/kinds.generated.ts";
import { ApiCall } from "../api-call/api-call.tsx";
import { ConfirmDialog } from "../forms/confirm-dialog.tsx";
import { useToast } from "../problems/toasts.tsx";
import { type Dependent, findDependents } from "./dependent.ts";
import { DependentLine } from "./dependent-line.tsx";
import { deletionTexts } from "./texts.ts";

export interface DeleteDialogProps {
  readonly kind: keyof (typeof deletionTexts)["en"]["afterwards"];
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly title: string;
  /** The user must type this text before a cascade. */
  readonly word: string;
  /** What ends, one per line. The dialog itself says whether it can be restored. */
  readonly consequences?: readonly ReactNode[];
  /**
   * Dependent objects that are known before the first attempt. If this user may not read them, the first attempt
   * returns them.
   */
  readonly known?: readonly Dependent[];
  /** Further information above the confirmation. */
  readonly children?: ReactNode;
  /** The message after the deletion. */
  readonly deleted: string;
  onClose(): void;
  onDeleted(): void;
}

/** The API names at most 100 dependents; the dialog shows the first 12. */
const NAMED_AT_MOST = 100;
const SHOWN = 12;

/**
 * Deletes an object that nothing else uses. Otherwise the dialog lists the dependents, which are known in advance or
 * named by the server after the first attempt; the user confirms a cascade by typing the name. Mounted while it is
 * open.
 */
export function DeleteDialog(props: DeleteDialogProps) {
  const { kind, params, title, word, consequences = [], known = [], deleted, onClose, onDeleted } = props;
  const texts = useTexts(deletionTexts);
  const toast = useToast();
  const remove = useWrite(KINDS[kind].remove);
  const [named, setNamed] = useState<readonly Dependent[]>();
  const dependents = named ?? (known.length > 0 ? known : undefined);
  const asksAgain = useRef(false);
  const given = { params, ...(dependents && { query: { cascade: true } }) } as never;

  const confirm = async () => {
    try {
      await remove.mutateAsync(given);
    } catch (error) {
      const found = findDependents(error);
      if (!found || dependents) throw error;
      setNamed(found);
      asksAgain.current = true;
      return;
    }
    toast({ title: deleted });
    onDeleted();
  };
  const close = () => {
    if (!asksAgain.current) onClose();
    asksAgain.current = false;
  };

  return (
    <ConfirmDialog
      open
      onClose={close}
      title={title}
      consequences={[...consequences, texts.afterwards[kind]]}
      confirmLabel={dependents ? texts.deleteAll : texts.delete}
      {...(dependents && { typeToConfirm: word })}
      onConfirm={confirm}
    >
      {dependents && (
        <Notice tone="warning" title={texts.inUseTitle} live>
          <p className="mb-1.5">
            {(dependents.length < NAMED_AT_MOST ? texts.inUse : texts.inUseSome)(dependents.length)}
          </p>
          <ul className="grid gap-1">
            {dependents.slice(0, SHOWN).map((dependent) => (
              <DependentLine key={`${dependent.kind} ${dependent.id}`} dependent={dependent} />
            ))}
            {dependents.length > SHOWN && (
              <li className="text-muted">{texts.andMore(dependents.length - SHOWN)}</li>
            )}
          </ul>
        </Notice>
      )}
      {props.children}
      <span>
        <ApiCall call={describeCall(KINDS[kind].remove, given)} />
      </span>
    </ConfirmDialog>
  );
}
