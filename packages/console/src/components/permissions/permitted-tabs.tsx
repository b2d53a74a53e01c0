import { mayOpen } from "../../auth/view-permissions.ts";
import { Tabs, type TabsProps } from "../../ui/layout/tabs.tsx";

/** The tabs of one object that the user may open. */
export const PermittedTabs = ({ label, tabs }: TabsProps) => (
  <Tabs label={label} tabs={tabs.filter(({ place }) => mayOpen(place.to))} />
);
