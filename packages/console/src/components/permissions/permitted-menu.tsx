import type { LicetPermission } from "../../auth/licet-permission.ts";
import { useMay } from "../../auth/may.ts";
import { mayOpen } from "../../auth/view-permissions.ts";
import { Menu, type MenuItem, type MenuProps } from "../../ui/overlay/menu.tsx";

/** `needs`: the permission that choosing it takes. */
type PermittedMenuItem = MenuItem & { readonly needs?: LicetPermission };

interface PermittedMenuProps extends MenuProps {
  readonly items: readonly PermittedMenuItem[];
}

/** A menu without what the user would be refused, and without views that the user may not open. */
export function PermittedMenu({ items, ...rest }: PermittedMenuProps) {
  const may = useMay();
  const offered = items.filter(
    (item) => (item.needs === undefined || may(item.needs)) && (!("place" in item) || mayOpen(item.place.to)),
  );
  return <Menu items={offered} {...rest} />;
}
