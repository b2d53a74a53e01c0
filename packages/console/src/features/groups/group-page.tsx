import { getRouteApi } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { useRead } from "../../api/use-api.ts";
import { may } from "../../auth/may.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { AssignmentsOf } from "../../components/assignments/assignments-of.tsx";
import { SimulatedDeleteButton } from "../../components/draft/simulated-delete-button.tsx";
import { DeletedHistory } from "../../components/history/deleted-history.tsx";
import { History } from "../../components/history/history.tsx";
import { historyTexts } from "../../components/history/texts.ts";
import { DetailPage } from "../../components/pages/detail-page.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { Description } from "../../ui/layout/description.tsx";
import { searchTabs } from "../../ui/layout/search-tabs.ts";
import { GroupMembers } from "./group-members.tsx";
import { GroupNesting } from "./group-nesting.tsx";
import { GroupSettings } from "./group-settings.tsx";
import { groupsTexts } from "./texts.ts";

const route = getRouteApi("/groups/$name");
const TABS = ["members", "nesting", "assignments", "settings", "history"] as const;

export function GroupPage() {
  const { name } = route.useParams();
  return <GroupView key={name} name={name} />;
}

function GroupView({ name }: { readonly name: string }) {
  const texts = useTexts(groupsTexts);
  const search = route.useSearch();
  const labels = { ...texts.tabs, history: useTexts(historyTexts).title };
  const tabs = TABS.filter((known) => known !== "history" || may("audit.read"));
  const tab = tabs.find((known) => known === search.tab) ?? "members";
  const group = useRead("GET /groups/{name}", { params: { name } });
  return (
    <DetailPage
      title={name}
      description={<Description read={group} none={texts.noDescription} />}
      parent={{ label: texts.title, place: { to: "/groups" } }}
      actions={
        <>
          <ApiCall
            call={[
              describeCall("GET /groups/{name}", { params: { name } }),
              describeCall("GET /groups/{name}/members", { params: { name } }),
            ]}
          />
          {group.data && (
            <SimulatedDeleteButton
              kind="group"
              name={name}
              question={texts.deleteTitle(name)}
              deleted={texts.deleted(name)}
            />
          )}
        </>
      }
      tabs={{
        label: texts.tabsLabel,
        all: searchTabs({ to: "/groups/$name", params: { name } }, labels, tabs, tab),
      }}
      error={group.data ? null : group.error}
      retry={() => void group.refetch()}
      gone={<DeletedHistory kind="group" id={name} />}
    >
      {tab === "members" && <GroupMembers name={name} />}
      {tab === "nesting" && <GroupNesting name={name} />}
      {tab === "assignments" && <AssignmentsOf principal={`group:${name}`} words={texts} />}
      {/* The tab is hidden but stays mounted, so its input is kept when the user returns. */}
      <div hidden={tab !== "settings"}>
        {group.data ? <GroupSettings read={group.data} /> : <SkeletonText lines={3} />}
      </div>
      {tab === "history" && group.data && (
        <History
          kind="group"
          id={name}
          name={name}
          present={{ value: group.data.body, etag: group.data.etag }}
        />
      )}
    </DetailPage>
  );
}
