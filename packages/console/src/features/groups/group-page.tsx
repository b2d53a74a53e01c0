import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { describeCall } from "../../api/call-api.ts";
import { useRead, useWrite } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonText } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { DeleteDialog } from "../draft/delete-dialog.tsx";
import { GroupAssignments } from "./group-assignments.tsx";
import { GroupMembers } from "./group-members.tsx";
import { GroupNesting } from "./group-nesting.tsx";
import { GroupSettings } from "./group-settings.tsx";
import { groupsTexts } from "./texts.ts";

const route = getRouteApi("/groups/$name");
const TABS = ["members", "nesting", "assignments", "settings"] as const;

export function GroupPage() {
  const { name } = route.useParams();
  return <GroupView key={name} name={name} />;
}

function GroupView({ name }: { readonly name: string }) {
  const texts = useTexts(groupsTexts);
  const search = route.useSearch();
  const tab = TABS.find((known) => known === search.tab) ?? "members";
  const group = useRead("GET /groups/{name}", { params: { name } });
  return (
    <>
      <PageHeader
        title={name}
        description={group.data?.body.description}
        breadcrumbs={[{ label: texts.title, place: { to: "/groups" } }]}
        actions={
          <>
            <ApiCall
              call={[
                describeCall("GET /groups/{name}", { params: { name } }),
                describeCall("GET /groups/{name}/members", { params: { name } }),
              ]}
            />
            {group.data && <DeleteGroup name={name} />}
          </>
        }
      />
      <Tabs
        label={texts.tabsLabel}
        tabs={TABS.map((each) => ({
          label: texts.tabs[each],
          place: {
            to: "/groups/$name",
            params: { name },
            search: each === "members" ? {} : { tab: each },
          },
          current: each === tab,
        }))}
      />
      {group.error && !group.data ? (
        <ErrorNotice error={group.error} retry={() => void group.refetch()} />
      ) : (
        <>
          {tab === "members" && <GroupMembers name={name} />}
          {tab === "nesting" && <GroupNesting name={name} />}
          {tab === "assignments" && <GroupAssignments name={name} />}
          {/* Hidden, not taken away: what was typed is still there when the tab comes back. */}
          <div hidden={tab !== "settings"}>
            {group.data ? <GroupSettings read={group.data} /> : <SkeletonText lines={3} />}
          </div>
        </>
      )}
    </>
  );
}

function DeleteGroup({ name }: { readonly name: string }) {
  const texts = useTexts(groupsTexts);
  const navigate = useNavigate();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const remove = useWrite("DELETE /groups/{name}");
  const confirm = async (cascade: boolean) => {
    await remove.mutateAsync({ params: { name }, query: { cascade: cascade ? "true" : "false" } });
    toast({ title: texts.deleted(name) });
    await navigate({ to: "/groups" });
  };
  return (
    <>
      <Button icon="trash" onClick={() => setOpen(true)}>
        {texts.delete}
      </Button>
      {open && (
        <DeleteDialog
          kind="group"
          id={name}
          title={texts.deleteTitle(name)}
          call={describeCall("DELETE /groups/{name}", { params: { name }, query: { cascade: "true" } })}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
