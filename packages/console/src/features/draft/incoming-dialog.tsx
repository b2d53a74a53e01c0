import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { countChanges, type Draft } from "./draft.ts";
import { draftTexts } from "./texts.ts";

interface IncomingDialogProps {
  readonly own: Draft;
  /** Undefined: closed. */
  readonly incoming: Draft | undefined;
  onKeepOwn(): void;
  onOpenIncoming(): void;
}

/** A link with a draft was opened where another one is: neither goes without a word. */
export function IncomingDialog({ own, incoming, onKeepOwn, onOpenIncoming }: IncomingDialogProps) {
  const texts = useTexts(draftTexts);
  return (
    <Dialog
      open={incoming !== undefined}
      onClose={onKeepOwn}
      size="small"
      title={texts.incomingTitle}
      description={incoming && texts.incomingHint(countChanges(own), countChanges(incoming))}
      footer={
        <>
          <Button onClick={onOpenIncoming}>{texts.openIncoming}</Button>
          <Button kind="primary" onClick={onKeepOwn}>
            {texts.keepOwn}
          </Button>
        </>
      }
    />
  );
}
