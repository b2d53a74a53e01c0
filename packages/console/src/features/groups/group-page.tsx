import { describeCall } from "../../api/call-api.ts";
import { AssignmentsOf } from "../../components/assignments/assignments-of.tsx";
import { SimulatedDeleteButton } from "../../components/draft/simulated-delete-button.tsx";
import { KindPage } from "../../components/pages/kind-page.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { GroupMembers } from "./group-members.tsx";
import { GroupNesting } from "./group-nesting.tsx";
import { GroupSettings } from "./group-settings.tsx";
import { groupsTexts } from "./texts.ts";

export function GroupPage() {
  const texts = useTexts(groupsTexts);
  const labels = texts.tabs;
  return (
    <KindPage
      kind="group"
      texts={texts}
      calls={(name) => [describeCall("GET /groups/{name}/members", { params: { name } })]}
      actions={({ name }) => <SimulatedDeleteButton kind="group" name={name} texts={texts} />}
      parts={{
        members: { label: labels.members, view: (name) => <GroupMembers name={name} /> },
        nesting: { label: labels.nesting, view: (name) => <GroupNesting name={name} /> },
        assignments: {
          label: labels.assignments,
          view: (name) => <AssignmentsOf principal={`group:${name}`} words={texts} />,
        },
        settings: {
          label: labels.settings,
          stays: true,
          view: (_, stored) => (stored ? <GroupSettings stored={stored} /> : <SkeletonText lines={3} />),
        },
      }}
    />
  );
}
