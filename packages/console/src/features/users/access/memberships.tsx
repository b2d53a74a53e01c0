import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type AnswerOf, describeCall } from "../../../api/call-api.ts";
import { usePages } from "../../../api/use-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { walkOutwards } from "../../../components/groups/read-nesting.ts";
import { type Column, DataTable } from "../../../components/lists/data-table.tsx";
import { pagedRows } from "../../../components/lists/paged-rows.ts";
import { PermittedButton } from "../../../components/permissions/permitted-button.tsx";
import { PermittedIconButton } from "../../../components/permissions/permitted-icon-button.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Chip } from "../../../ui/display/chip.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { JoinDialog } from "./join-dialog.tsx";
import { accessTexts } from "./texts.ts";
import { useMembership } from "./use-membership.ts";

/** Each group takes at least one request. For a user in hundreds of groups, the permissions tab shows the result. */
const FOLLOWED_AT_MOST = 20;

type Membership = AnswerOf<"GET /users/{id}/groups">["items"][number];

export function Memberships({ userId }: { readonly userId: string }) {
  const texts = useTexts(accessTexts);
  const pages = usePages("GET /users/{id}/groups", { params: { id: userId } });
  const { leave } = useMembership(userId);
  const [joining, setJoining] = useState(false);
  const columns: readonly Column<Membership>[] = [
    { id: "group", header: texts.group, cell: ({ group }) => group },
    { id: "since", header: texts.memberSince, cell: (row) => <Time at={row.created_at} /> },
    {
      id: "actions",
      header: <span className="sr-only">{texts.leave}</span>,
      align: "end",
      cell: ({ group }) => (
        <PermittedIconButton
          icon="cross"
          size="small"
          needs="groups.write"
          label={texts.leaveOf(group)}
          onClick={() => void leave(group)}
        />
      ),
    },
  ];
  const join = (
    <PermittedButton icon="plus" needs="groups.write" onClick={() => setJoining(true)}>
      {texts.join}
    </PermittedButton>
  );
  return (
    <Section
      title={texts.groups}
      description={texts.groupsHint}
      frame="bare"
      actions={
        <>
          <ApiCall call={describeCall("GET /users/{id}/groups", { params: { id: userId } })} />
          {join}
        </>
      }
    >
      <DataTable
        label={texts.groups}
        columns={columns}
        {...pagedRows(pages)}
        rowKey={({ id }) => id}
        rowPlace={({ group }) => ({ to: "/groups/$name", params: { name: group } })}
        skeletonRows={2}
        empty={
          <EmptyState icon="group" title={texts.noGroups} action={join}>
            {texts.noGroupsHint}
          </EmptyState>
        }
      />
      <FurtherGroups direct={pages.data?.pages.flatMap(({ body }) => body.items.map(({ group }) => group))} />
      {joining && <JoinDialog userId={userId} onClose={() => setJoining(false)} />}
    </Section>
  );
}

/** A nested group adds its members to the outer group. */
function FurtherGroups({ direct = [] }: { readonly direct: readonly string[] | undefined }) {
  const texts = useTexts(accessTexts);
  const read = useQuery({
    queryKey: ["groups that groups are in", direct],
    queryFn: async ({ signal }) => {
      const walks = await Promise.all(direct.map((group) => walkOutwards(group, signal)));
      const all = walks.flatMap(({ found }) => [...found.keys()]);
      return [...new Set(all)].filter((group) => !direct.includes(group)).toSorted();
    },
    enabled: direct.length > 0 && direct.length <= FOLLOWED_AT_MOST,
  });
  const further = direct.length === 0 ? [] : (read.data ?? []);
  if (further.length === 0) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-1.5">
      <span className="text-muted">{texts.furtherGroups}</span>
      {further.map((group) => (
        <Chip key={group} icon="group" place={{ to: "/groups/$name", params: { name: group } }}>
          {group}
        </Chip>
      ))}
    </p>
  );
}
