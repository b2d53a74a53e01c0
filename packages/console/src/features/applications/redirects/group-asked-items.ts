import type { IconName } from "../../../ui/icons.tsx";
import { isOidc } from "../oidc-scopes.ts";
import type { ConsentPageTexts } from "./consent-texts.ts";
import type { AskedItem } from "./describe-asked-items.ts";

export interface ItemGroup {
  readonly key: string;
  readonly title: string;
  readonly icon: IconName;
  readonly items: readonly AskedItem[];
}

/** Groups the items as the page does: claims about the user first, then each resource, then the rest. */
export function groupAskedItems(
  items: readonly AskedItem[],
  { consent }: ConsentPageTexts,
): readonly ItemGroup[] {
  const others = items.filter(({ scope }) => !isOidc(scope));
  const byResource = Map.groupBy(others, ({ resource }) => resource);
  const general = byResource.get(undefined) ?? [];
  byResource.delete(undefined);
  const identity = items.filter(({ scope }) => isOidc(scope));
  const groups: readonly ItemGroup[] = [
    { key: "identity", title: consent.identity, icon: "person", items: identity },
    ...Array.from(byResource, ([name = "", ofResource]) => ({
      // Two resources may have the same display name.
      key: `resource ${name}`,
      title: ofResource[0]?.resourceTitle ?? name,
      icon: "resource" as const,
      items: ofResource,
    })),
    { key: "general", title: consent.general, icon: "access", items: general },
  ];
  return groups.filter((group) => group.items.length > 0);
}
