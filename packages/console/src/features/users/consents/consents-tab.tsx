import { useState } from "react";
import { type AnswerOf, describeCall } from "../../../api/call-api.ts";
import { useRead, useWrite } from "../../../api/use-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { ConfirmDialog } from "../../../components/forms/confirm-dialog.tsx";
import { type Column, DataTable } from "../../../components/lists/data-table.tsx";
import { useShown } from "../../../components/pages/entity-context.ts";
import { PermittedButton } from "../../../components/permissions/permitted-button.tsx";
import { PermittedIconButton } from "../../../components/permissions/permitted-icon-button.tsx";
import { usePrincipalNames } from "../../../components/principals/use-principal-names.ts";
import { ErrorNotice } from "../../../components/problems/error-notice.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { TextLink } from "../../../ui/button/text-link.tsx";
import { Badge } from "../../../ui/display/badge.tsx";
import { SkeletonText } from "../../../ui/display/skeleton.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { consentsTexts } from "./texts.ts";

type Consent = AnswerOf<"GET /users/{id}/consents">["items"][number];
type Item = Consent["items"][number];
/** The consent to withdraw: one scope, or without a scope all of an application. */
interface Withdrawal {
  readonly clientId: string;
  readonly scope?: string;
}

/** Lists the consents that the user gave to applications. */
export function ConsentsTab() {
  const texts = useTexts(consentsTexts);
  const { id } = useShown("user").value;
  const read = useRead("GET /users/{id}/consents", { params: { id } });
  const given = read.data?.body.items;
  const nameOf = usePrincipalNames(given?.map(({ client_id }) => `application:${client_id}`) ?? []);
  const [withdrawing, setWithdrawing] = useState<Withdrawal>();
  return (
    <Section
      title={texts.title}
      description={texts.description}
      frame="bare"
      actions={<ApiCall call={describeCall("GET /users/{id}/consents", { params: { id } })} />}
    >
      {read.error && <ErrorNotice error={read.error} retry={() => void read.refetch()} />}
      {!given && !read.error && (
        <Card>
          <SkeletonText lines={5} />
        </Card>
      )}
      {given?.length === 0 && (
        <Card flush>
          <EmptyState icon="application" title={texts.noneTitle}>
            {texts.noneHint}
          </EmptyState>
        </Card>
      )}
      <div className="grid gap-6">
        {given?.map((consent) => (
          <OfApplication
            key={consent.client_id}
            consent={consent}
            name={nameOf(`application:${consent.client_id}`).label}
            onWithdraw={setWithdrawing}
          />
        ))}
      </div>
      {withdrawing && (
        <WithdrawDialog
          userId={id}
          withdrawal={withdrawing}
          name={nameOf(`application:${withdrawing.clientId}`).label}
          onClose={() => setWithdrawing(undefined)}
        />
      )}
    </Section>
  );
}

interface OfApplicationProps {
  readonly consent: Consent;
  readonly name: string;
  onWithdraw(withdrawal: Withdrawal): void;
}

function OfApplication({ consent, name, onWithdraw }: OfApplicationProps) {
  const texts = useTexts(consentsTexts);
  const clientId = consent.client_id;
  const columns: readonly Column<Item>[] = [
    { id: "scope", header: texts.scope, cell: ({ scope }) => <code>{scope}</code> },
    {
      id: "answer",
      header: texts.answer,
      cell: ({ agreed }) =>
        agreed ? (
          <Badge tone="good" icon="tick">
            {texts.agreed}
          </Badge>
        ) : (
          <Badge>{texts.declined}</Badge>
        ),
    },
    { id: "decided", header: texts.decided, cell: (item) => <Time at={item.decided_at} />, from: "tablet" },
    { id: "expires", header: texts.expires, cell: (item) => <Time at={item.expires_at} /> },
    {
      id: "actions",
      header: <span className="sr-only">{texts.withdraw}</span>,
      align: "end",
      cell: ({ scope }) => (
        <PermittedIconButton
          icon="cross"
          size="small"
          needs="users.write"
          label={texts.withdrawOf(scope)}
          onClick={() => onWithdraw({ clientId, scope })}
        />
      ),
    },
  ];
  return (
    <section aria-label={name}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">
          <TextLink to="/applications/$clientId" params={{ clientId }}>
            {name}
          </TextLink>
        </h3>
        <PermittedButton size="small" needs="users.write" onClick={() => onWithdraw({ clientId })}>
          {texts.withdrawAll}
        </PermittedButton>
      </div>
      <DataTable
        label={name}
        columns={columns}
        rows={consent.items}
        rowKey={({ scope }) => scope}
        empty={null}
      />
    </section>
  );
}

interface WithdrawDialogProps {
  readonly userId: string;
  readonly withdrawal: Withdrawal;
  readonly name: string;
  onClose(): void;
}

function WithdrawDialog({ userId, withdrawal: { clientId, scope }, name, onClose }: WithdrawDialogProps) {
  const texts = useTexts(consentsTexts);
  const toast = useToast();
  const withdraw = useWrite("DELETE /users/{id}/consents/{client_id}");
  const given = {
    params: { id: userId, client_id: clientId },
    ...(scope !== undefined && { query: { scope } }),
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={scope === undefined ? texts.withdrawAllTitle(name) : texts.withdrawTitle(scope, name)}
      consequences={[texts.endsAccess(name), texts.asksAgain]}
      confirmLabel={texts.withdraw}
      onConfirm={() => withdraw.mutateAsync(given).then(() => toast({ title: texts.withdrawn }))}
    >
      <span>
        <ApiCall call={describeCall("DELETE /users/{id}/consents/{client_id}", given)} />
      </span>
    </ConfirmDialog>
  );
}
