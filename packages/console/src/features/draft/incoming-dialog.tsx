import { countChanges, type Draft } from "../../components/draft/draft.ts";
import { draftTexts } from "../../components/draft/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

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
