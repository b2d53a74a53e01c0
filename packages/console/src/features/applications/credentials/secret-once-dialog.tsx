import type { ComponentProps } from "react";
import { SecretOnce } from "../../../components/forms/secret-once.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";

interface SecretOnceDialogProps extends Omit<ComponentProps<typeof SecretOnce>, "onStored"> {
  readonly title: string;
  onClose(): void;
}

export const SecretOnceDialog = ({ title, onClose, ...secret }: SecretOnceDialogProps) => (
  <Dialog open onClose={onClose} title={title}>
    <SecretOnce {...secret} onStored={onClose} />
  </Dialog>
);
