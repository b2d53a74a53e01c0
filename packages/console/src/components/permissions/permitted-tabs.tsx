import { mayOpen } from "../../auth/view-permissions.ts";
import { Tabs, type TabsProps } from "../../ui/layout/tabs.tsx";

/** The parts of one thing, as far as the user may open them. */
export const PermittedTabs = ({ label, tabs }: TabsProps) => (
  <Tabs label={label} tabs={tabs.filter(({ place }) => mayOpen(place.to))} />
);
