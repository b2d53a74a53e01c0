import type { User } from "../user.ts";

/** A dialog about one user; it is mounted while it is open. */
export interface UserDialogProps {
  readonly user: User;
  onClose(): void;
}
