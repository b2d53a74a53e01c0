import type { LicetPermission } from "../../auth/licet-permission.ts";
import { useMay } from "../../auth/may.ts";
import { IconButton, type IconButtonProps } from "../../ui/button/icon-button.tsx";

interface PermittedIconButtonProps extends IconButtonProps {
  /** The permission that the action requires. */
  readonly needs: LicetPermission;
}

/** A button that is hidden from users without the permission. */
export function PermittedIconButton({ needs, ...rest }: PermittedIconButtonProps) {
  const may = useMay();
  return may(needs) ? <IconButton {...rest} /> : null;
}
