import type { ComponentProps } from "react";
import { SecretOnce } from "../../../components/forms/secret-once.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";

interface SecretOnceDialogProps extends Omit<ComponentProps<typeof SecretOnce>, "onStored"> {
  readonly title: string;
  /** What to do with the values. */
  readonly usage?: string;
  onClose(): void;
}

export const SecretOnceDialog = ({ title, usage, onClose, ...secret }: SecretOnceDialogProps) => (
  <Dialog open onClose={onClose} title={title} description={usage}>
    <SecretOnce {...secret} onStored={onClose} />
  </Dialog>
);
