import { useState } from "react";
import { type AnswerOf, describeCall } from "../../../api/call-api.ts";
import { usePages } from "../../../api/use-api.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { ApiCall } from "../../../ui/api-call.tsx";
import { Button } from "../../../ui/button.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Section } from "../../../ui/section.tsx";
import { Time } from "../../../ui/time.tsx";
import { peopleTexts } from "../texts.ts";
import { JoinDialog } from "./join-dialog.tsx";
import { useMembership } from "./use-membership.ts";

type Membership = AnswerOf<"GET /users/{id}/groups">["items"][number];

export function Memberships({ userId }: { readonly userId: string }) {
  const texts = useTexts(peopleTexts);
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
        <IconButton
          icon="cross"
          size="small"
          label={texts.leaveOf(group)}
          onClick={() => void leave(group)}
        />
      ),
    },
  ];
  const join = (
    <Button icon="plus" onClick={() => setJoining(true)}>
      {texts.join}
    </Button>
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
        rows={pages.data?.pages.flatMap(({ body }) => body.items)}
        rowKey={({ id }) => id}
        rowPlace={({ group }) => ({ to: "/groups/$name", params: { name: group } })}
        skeletonRows={2}
        error={pages.error}
        retry={() => void pages.refetch()}
        stale={pages.isPlaceholderData}
        more={
          pages.hasNextPage
            ? { load: () => void pages.fetchNextPage(), loading: pages.isFetchingNextPage }
            : undefined
        }
        empty={
          <EmptyState icon="group" title={texts.noGroups} action={join}>
            {texts.noGroupsHint}
          </EmptyState>
        }
      />
      {joining && <JoinDialog userId={userId} onClose={() => setJoining(false)} />}
    </Section>
  );
}
