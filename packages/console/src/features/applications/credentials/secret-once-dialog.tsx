import { type ComponentProps, useState } from "react";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SecretOnce } from "../../../ui/secret-once.tsx";
import { credentialsTexts } from "./texts.ts";

interface SecretOnceDialogProps extends Omit<ComponentProps<typeof SecretOnce>, "onStored"> {
  readonly title: string;
  onClose(): void;
}

/** A secret that is gone with the dialog: whoever closes it without a word is asked once. */
export function SecretOnceDialog({ title, onClose, ...secret }: SecretOnceDialogProps) {
  const texts = useTexts(credentialsTexts);
  const [asked, setAsked] = useState(false);
  return (
    <Dialog open onClose={() => (asked ? onClose() : setAsked(true))} title={title}>
      <SecretOnce {...secret} onStored={onClose} />
      {asked && (
        <Notice tone="bad" live>
          {texts.closeAgain}
        </Notice>
      )}
    </Dialog>
  );
}
