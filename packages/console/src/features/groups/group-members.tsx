import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi, describeCall } from "../../api/call-api.ts";
import { usePages } from "../../api/use-api.ts";
import { Field } from "../../components/fields/field.tsx";
import { DialogEnd } from "../../components/forms/dialog-end.tsx";
import { LeaveGuard } from "../../components/forms/leave-guard.tsx";
import { DataTable } from "../../components/lists/data-table.tsx";
import { pagedRows } from "../../components/lists/paged-rows.ts";
import { PermittedButton } from "../../components/permissions/permitted-button.tsx";
import { PermittedIconButton } from "../../components/permissions/permitted-icon-button.tsx";
import { PrincipalLink } from "../../components/principals/principal-link.tsx";
import { usePrincipalNames } from "../../components/principals/use-principal-names.ts";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useToast } from "../../components/problems/toasts.tsx";
import type { Option } from "../../components/search/option.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Time } from "../../ui/display/time.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { MemberPicker } from "./member-picker.tsx";
import { groupsTexts } from "./texts.ts";

export function GroupMembers({ name }: { readonly name: string }) {
  const texts = useTexts(groupsTexts);
  const [adding, setAdding] = useState(false);
  const pages = usePages("GET /groups/{name}/members", { params: { name } });
  const rows = pages.data?.pages.flatMap(({ body }) => body.items);
  const nameOf = usePrincipalNames(rows?.map(({ member }) => member) ?? []);
  const remove = useRemoveMember(name);
  return (
    <Section
      title={texts.members}
      description={texts.membersHint}
      frame="bare"
      actions={
        <PermittedButton kind="primary" icon="plus" needs="groups.write" onClick={() => setAdding(true)}>
          {texts.addTitle}
        </PermittedButton>
      }
    >
      <DataTable
        label={texts.members}
        columns={[
          {
            id: "member",
            header: texts.columns.member,
            cell: ({ member }) => <PrincipalLink principal={member} name={nameOf(member)} />,
          },
          {
            id: "since",
            header: texts.columns.since,
            cell: ({ created_at }) => <Time at={created_at} />,
          },
          {
            id: "actions",
            header: <span className="sr-only">{texts.columns.actions}</span>,
            align: "end",
            cell: ({ member }) => (
              <PermittedIconButton
                icon="trash"
                size="small"
                needs="groups.write"
                label={texts.remove(nameOf(member).label)}
                onClick={() => void remove(member, nameOf(member).label)}
              />
            ),
          },
        ]}
        {...pagedRows(pages)}
        noun="members"
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="group" title={texts.noMembersTitle}>
            {texts.noMembersHint}
          </EmptyState>
        }
      />
      {adding && <AddMembers name={name} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function useRemoveMember(name: string) {
  const texts = useTexts(groupsTexts);
  const queries = useQueryClient();
  const toast = useToast();
  return async (member: string, label: string) => {
    const params = { name, member };
    try {
      await callApi("DELETE /groups/{name}/members/{member}", { params });
      await queries.invalidateQueries();
      toast({
        title: texts.removed(label),
        async undo() {
          await callApi("PUT /groups/{name}/members/{member}", { params });
          await queries.invalidateQueries();
        },
      });
    } catch (error) {
      toast({
        title: texts.failed,
        kind: "problem",
        error,
      });
    }
  };
}

function AddMembers({ name, onClose }: { readonly name: string; onClose(): void }) {
  const texts = useTexts(groupsTexts);
  const queries = useQueryClient();
  const toast = useToast();
  const [members, setMembers] = useState<readonly Option[]>([]);
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const removeAll = async (added: readonly string[]) => {
    for (const member of added)
      await callApi("DELETE /groups/{name}/members/{member}", { params: { name, member } });
    await queries.invalidateQueries();
  };
  const add = async () => {
    setWorking(true);
    setError(undefined);
    const left = [...members];
    const added: string[] = [];
    try {
      // Members are added one by one and leave the list, so that a retry begins with the one that failed.
      for (let next = left[0]; next; next = left[0]) {
        if (await addMember(name, next.value)) added.push(next.value);
        left.shift();
      }
      toast({ title: texts.added(added.length), ...(added.length > 0 && { undo: () => removeAll(added) }) });
      onClose();
    } catch (problem) {
      setError(problem);
      setMembers(left);
    } finally {
      await queries.invalidateQueries();
      setWorking(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.addTitle}
      description={texts.addHint}
      footer={
        <DialogEnd
          call={
            members.length > 0
              ? members.map(({ value }) =>
                  describeCall("PUT /groups/{name}/members/{member}", { params: { name, member: value } }),
                )
              : undefined
          }
        >
          <Button kind="primary" loading={working} disabled={members.length === 0} onClick={add}>
            {texts.add}
          </Button>
        </DialogEnd>
      }
    >
      {error !== undefined && <ErrorNotice error={error} />}
      <Field label={texts.members} hint={texts.membersHint} required>
        <MemberPicker value={members} onChange={setMembers} />
      </Field>
      <LeaveGuard when={members.length > 0} />
    </Dialog>
  );
}

/** Returns false if it was a member before: undo must not remove it then. */
const addMember = async (name: string, member: string): Promise<boolean> =>
  (await callApi("PUT /groups/{name}/members/{member}", { params: { name, member } })).status === 201;
