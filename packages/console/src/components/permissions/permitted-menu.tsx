import type { LicetPermission } from "../../auth/licet-permission.ts";
import { useMay } from "../../auth/may.ts";
import { mayOpen } from "../../auth/view-permissions.ts";
import { Menu, type MenuItem, type MenuProps } from "../../ui/overlay/menu.tsx";

/** `needs` is the permission that the item requires. */
type PermittedMenuItem = MenuItem & { readonly needs?: LicetPermission };

interface PermittedMenuProps extends MenuProps {
  readonly items: readonly PermittedMenuItem[];
}

/** A menu without the items and views that the user has no permission for. */
export function PermittedMenu({ items, ...rest }: PermittedMenuProps) {
  const may = useMay();
  const offered = items.filter(
    (item) => (item.needs === undefined || may(item.needs)) && (!("place" in item) || mayOpen(item.place.to)),
  );
  return <Menu items={offered} {...rest} />;
}
