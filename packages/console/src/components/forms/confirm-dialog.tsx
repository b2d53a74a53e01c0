import { type ReactNode, useEffect, useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { Field } from "../fields/field.tsx";
import { ErrorNotice } from "../problems/error-notice.tsx";

interface ConfirmDialogProps {
  readonly open: boolean;
  onClose(): void;
  readonly title: string;
  /** The consequences of the action, one per line. */
  readonly consequences?: readonly ReactNode[];
  readonly children?: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly kind?: "danger" | "primary";
  readonly size?: "small" | "large";
  /** The user must type this text first, for irreversible actions. */
  readonly typeToConfirm?: string;
  /** The dialog closes on success; on failure it shows the error and stays open. */
  onConfirm(): unknown;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    title,
    consequences = [],
    children,
    confirmLabel,
    cancelLabel,
    kind = "danger",
    size = "small",
    typeToConfirm,
    onConfirm,
  } = props;
  const texts = useTexts(uiTexts);
  const [typed, setTyped] = useState("");
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(undefined);

  useEffect(() => {
    if (!open) return;
    setTyped("");
    setError(undefined);
  }, [open]);

  const ready = typeToConfirm === undefined || typed === typeToConfirm;
  const confirm = async () => {
    setWorking(true);
    setError(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (problem) {
      setError(problem);
    } finally {
      setWorking(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size={size}
      footer={
        <>
          <Button onClick={onClose}>{cancelLabel ?? texts.cancel}</Button>
          <Button kind={kind} loading={working} disabled={!ready} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {consequences.length > 0 && (
        <ul className="grid gap-1.5" aria-label={texts.thisWill}>
          {consequences.map((consequence, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity and keep their order.
            <li key={place} className="flex gap-2">
              <Icon name="warning" className="mt-1 size-4 text-warning" />
              <span className="min-w-0">{consequence}</span>
            </li>
          ))}
        </ul>
      )}
      {children}
      {typeToConfirm !== undefined && (
        <Field label={texts.typeToConfirm(typeToConfirm)} required>
          <TextInput value={typed} onChange={setTyped} autoComplete="off" spellCheck={false} />
        </Field>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </Dialog>
  );
}
