import { useState } from "react";
import { type AnswerOf, describeCall } from "../../../api/call-api.ts";
import { useRead, useWrite } from "../../../api/use-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { ConfirmDialog } from "../../../components/forms/confirm-dialog.tsx";
import { type Column, DataTable } from "../../../components/lists/data-table.tsx";
import { useShown } from "../../../components/pages/entity-context.ts";
import { PermittedButton } from "../../../components/permissions/permitted-button.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { SignOutDialog } from "../actions/sign-out-dialog.tsx";
import { describeBrowser } from "./describe-browser.ts";
import { sessionsTexts } from "./texts.ts";

type Session = AnswerOf<"GET /users/{id}/sessions">["items"][number];

/** Lists the sessions of the user. */
export function SessionsTab() {
  const texts = useTexts(sessionsTexts);
  const user = useShown("user").value;
  const params = { id: user.id };
  const read = useRead("GET /users/{id}/sessions", { params });
  const rows = read.data?.body.items;
  const [ending, setEnding] = useState<Session | "all">();
  const columns: readonly Column<Session>[] = [
    { id: "where", header: texts.where, cell: (session) => <Where session={session} /> },
    { id: "ip", header: texts.ip, cell: ({ ip }) => <code>{ip}</code> },
    { id: "seen", header: texts.lastSeen, cell: (session) => <Time at={session.last_seen_at} /> },
    {
      id: "created",
      header: texts.signedIn,
      cell: (session) => <Time at={session.created_at} />,
      from: "tablet",
    },
    {
      id: "expires",
      header: texts.expires,
      cell: (session) => <Time at={session.expires_at} />,
      from: "desktop",
    },
    {
      id: "actions",
      header: <span className="sr-only">{texts.end}</span>,
      align: "end",
      cell: (session) => (
        <PermittedButton size="small" needs="users.write" onClick={() => setEnding(session)}>
          {texts.end}
        </PermittedButton>
      ),
    },
  ];
  return (
    <Section
      title={texts.title}
      description={texts.description}
      frame="bare"
      actions={
        <>
          <ApiCall call={describeCall("GET /users/{id}/sessions", { params })} />
          {/* The button works without a session, too: applications may have access that outlives it. */}
          <PermittedButton
            icon="signOut"
            needs="users.write"
            disabled={!rows}
            onClick={() => setEnding("all")}
          >
            {rows?.length === 0 ? texts.endAccess : texts.endAll}
          </PermittedButton>
        </>
      }
    >
      <DataTable
        label={texts.title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        skeletonRows={3}
        error={read.error}
        retry={() => void read.refetch()}
        empty={
          <EmptyState icon="screen" title={texts.noneTitle}>
            {texts.noneHint}
          </EmptyState>
        }
      />
      {ending === "all" && <SignOutDialog user={user} onClose={() => setEnding(undefined)} />}
      {ending && ending !== "all" && (
        <EndDialog userId={user.id} session={ending} onClose={() => setEnding(undefined)} />
      )}
    </Section>
  );
}

function Where({ session }: { readonly session: Session }) {
  const texts = useTexts(sessionsTexts);
  return (
    <span title={session.user_agent} className="font-medium">
      {describeBrowser(session.user_agent) ??
        (session.user_agent === "" ? texts.unknown : session.user_agent)}
    </span>
  );
}

interface EndDialogProps {
  readonly userId: string;
  readonly session: Session;
  onClose(): void;
}

function EndDialog({ userId, session, onClose }: EndDialogProps) {
  const texts = useTexts(sessionsTexts);
  const toast = useToast();
  const end = useWrite("DELETE /users/{id}/sessions/{session}");
  const given = { params: { id: userId, session: session.id } };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.endTitle}
      consequences={[texts.endOneSession, texts.endOneAccess]}
      confirmLabel={texts.end}
      onConfirm={() => end.mutateAsync(given).then(() => toast({ title: texts.ended }))}
    >
      <span>
        <ApiCall call={describeCall("DELETE /users/{id}/sessions/{session}", given)} />
      </span>
    </ConfirmDialog>
  );
}
