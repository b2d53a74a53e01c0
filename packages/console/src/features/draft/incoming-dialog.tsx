import { countChanges, type Draft } from "../../components/draft/draft.ts";
import { draftTexts } from "../../components/draft/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

interface IncomingDialogProps {
  readonly own: Draft;
  /** Undefined closes the dialog. */
  readonly incoming: Draft | undefined;
  onKeepOwn(): void;
  onOpenIncoming(): void;
}

/** The user opened a link with a draft while this tab has another one, and chooses which to keep. */
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
