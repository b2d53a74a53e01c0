import { PermittedTabs } from "../../components/permissions/permitted-tabs.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { permissionsTexts } from "./permissions/texts.ts";
import { resourcesTexts } from "./texts.ts";

/** Permissions of resources, and permissions without a resource. */
export function ResourcesTabs() {
  const texts = useTexts(resourcesTexts);
  const permissions = useTexts(permissionsTexts);
  return (
    <PermittedTabs
      label={texts.tabsLabel}
      tabs={[
        { label: texts.title, place: { to: "/resources" } },
        { label: permissions.title, place: { to: "/resources/+permissions" } },
      ]}
    />
  );
}
