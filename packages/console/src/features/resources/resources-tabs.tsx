import { useTexts } from "../../texts/use-texts.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { resourcesTexts } from "./texts.ts";

/** Permissions of resources, and those of none. */
export function ResourcesTabs() {
  const texts = useTexts(resourcesTexts);
  return (
    <Tabs
      label={texts.tabsLabel}
      tabs={[
        { label: texts.title, place: { to: "/resources" } },
        { label: texts.custom.title, place: { to: "/resources/+permissions" } },
      ]}
    />
  );
}
