import type { ComponentProps } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { SecretOnce } from "../../../ui/secret-once.tsx";

interface SecretOnceDialogProps extends Omit<ComponentProps<typeof SecretOnce>, "onStored"> {
  readonly title: string;
  onClose(): void;
}

export const SecretOnceDialog = ({ title, onClose, ...secret }: SecretOnceDialogProps) => (
  <Dialog open onClose={onClose} title={title}>
    <SecretOnce {...secret} onStored={onClose} />
  </Dialog>
);
