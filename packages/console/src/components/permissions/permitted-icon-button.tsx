import type { LicetPermission } from "../../auth/licet-permission.ts";
import { useMay } from "../../auth/may.ts";
import { IconButton, type IconButtonProps } from "../../ui/button/icon-button.tsx";

interface PermittedIconButtonProps extends IconButtonProps {
  /** The permission that pressing it takes. */
  readonly needs: LicetPermission;
}

/** A button that is left out for users who would be refused. */
export function PermittedIconButton({ needs, ...rest }: PermittedIconButtonProps) {
  const may = useMay();
  return may(needs) ? <IconButton {...rest} /> : null;
}
