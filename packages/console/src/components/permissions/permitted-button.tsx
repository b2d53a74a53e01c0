import type { LicetPermission } from "../../auth/licet-permission.ts";
import { useMay } from "../../auth/may.ts";
import { Button, type ButtonProps } from "../../ui/button/button.tsx";

interface PermittedButtonProps extends ButtonProps {
  /** The permission that the action requires. */
  readonly needs: LicetPermission;
}

/** A button that is hidden from users without the permission. */
export function PermittedButton({ needs, ...rest }: PermittedButtonProps) {
  const may = useMay();
  return may(needs) ? <Button {...rest} /> : null;
}
