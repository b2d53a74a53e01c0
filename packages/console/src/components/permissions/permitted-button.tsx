import type { LicetPermission } from "../../auth/licet-permission.ts";
import { useMay } from "../../auth/may.ts";
import { Button, type ButtonProps } from "../../ui/button/button.tsx";

interface PermittedButtonProps extends ButtonProps {
  /** The permission that pressing it takes. */
  readonly needs: LicetPermission;
}

/** A button that is left out for users who would be refused. */
export function PermittedButton({ needs, ...rest }: PermittedButtonProps) {
  const may = useMay();
  return may(needs) ? <Button {...rest} /> : null;
}
