import { useState } from "react";
import { type AnswerOf, describeCall } from "../../../api/call-api.ts";
import { usePages, useWrite } from "../../../api/use-api.ts";
import { may } from "../../../auth/may.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { ApiCall } from "../../../ui/api-call.tsx";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { pagedRows } from "../../../ui/paged-rows.ts";
import { Section } from "../../../ui/section.tsx";
import { Time } from "../../../ui/time.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { useApplication } from "../application-context.ts";
import { GrantDialog } from "./grant-dialog.tsx";
import { permissionsTexts } from "./texts.ts";

type Assignment = AnswerOf<"GET /assignments">["items"][number];
const PER_PAGE = 50;

/** Assignments of the application, with the means to give and to take; both can be taken back. */
export function OwnAssignments() {
  const texts = useTexts(permissionsTexts);
  const toast = useToast();
  const { clientId } = useApplication();
  const [giving, setGiving] = useState(false);
  const editable = may("assignments.write");
  const given = { query: { principal: `application:${clientId}`, limit: PER_PAGE } };
  const pages = usePages("GET /assignments", given);
  const remove = useWrite("DELETE /assignments/{id}");
  const restore = useWrite("POST /assignments");

  const take = async (assignment: Assignment) => {
    try {
      await remove.mutateAsync({ params: { id: assignment.id } });
    } catch (error) {
      toast({
        kind: "problem",
        title: texts.take,
        ...(error instanceof Error && { detail: error.message }),
      });
      return;
    }
    toast({
      title: texts.taken(nameOf(assignment)),
      undo: () => restore.mutateAsync({ body: contentOf(assignment) }),
    });
  };
  return (
    <Section
      title={texts.assignments}
      description={texts.assignmentsHint}
      frame="bare"
      actions={
        <>
          <ApiCall call={describeCall("GET /assignments", given)} look="icon" />
          {editable && (
            <Button icon="plus" onClick={() => setGiving(true)}>
              {texts.give}
            </Button>
          )}
        </>
      }
    >
      <DataTable
        label={texts.assignments}
        {...pagedRows(pages)}
        rowKey={({ id }) => id}
        skeletonRows={2}
        columns={[
          { id: "what", header: texts.what, cell: (assignment) => <What assignment={assignment} /> },
          {
            id: "where",
            header: texts.where,
            cell: ({ at }) => (at === undefined ? <Muted text={texts.everywhere} /> : <code>{at}</code>),
          },
          {
            id: "when",
            header: texts.condition,
            from: "tablet",
            cell: ({ when }) =>
              when === undefined ? <Muted text={texts.always} /> : <code className="text-sm">{when}</code>,
          },
          {
            id: "expires",
            header: texts.expires,
            cell: ({ expires_at }) => <Time at={expires_at} never={texts.forever} />,
          },
          ...(editable
            ? [
                {
                  id: "actions",
                  header: <span className="sr-only">{texts.actions}</span>,
                  align: "end" as const,
                  cell: (assignment: Assignment) => (
                    <Button
                      size="small"
                      aria-label={texts.takeThis(nameOf(assignment))}
                      onClick={() => void take(assignment)}
                    >
                      {texts.take}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
        empty={
          <EmptyState icon="assignment" title={texts.noAssignments}>
            {texts.noAssignmentsHint}
          </EmptyState>
        }
      />
      {giving && (
        <GrantDialog
          onClose={() => setGiving(false)}
          onGiven={(what, id) =>
            toast({
              title: texts.given(what),
              undo: () => remove.mutateAsync({ params: { id } }),
            })
          }
        />
      )}
    </Section>
  );
}

function What({ assignment: { role, permission } }: { readonly assignment: Assignment }) {
  const texts = useTexts(permissionsTexts);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span className="text-sm text-muted">{role === undefined ? texts.permission : texts.role}</span>
      {role === undefined ? (
        <Chip code>{permission}</Chip>
      ) : (
        <Chip icon="role" place={{ to: "/roles/$name", params: { name: role } }}>
          {role}
        </Chip>
      )}
    </span>
  );
}

const Muted = ({ text }: { readonly text: string }) => <span className="text-muted">{text}</span>;

export const nameOf = ({ role, permission }: Pick<Assignment, "role" | "permission">): string =>
  role ?? permission ?? "";

/** What makes the same assignment again. */
const contentOf = ({ principal, role, permission, at, when, expires_at }: Assignment) => ({
  principal,
  ...(role !== undefined && { role }),
  ...(permission !== undefined && { permission }),
  ...(at !== undefined && { at }),
  ...(when !== undefined && { when }),
  ...(expires_at !== undefined && { expires_at }),
});
