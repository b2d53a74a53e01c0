import { useState } from "react";
import { ConfirmDialog } from "../../../components/forms/confirm-dialog.tsx";
import { DataTable } from "../../../components/lists/data-table.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useLanguage, useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Badge } from "../../../ui/display/badge.tsx";
import { absoluteTime } from "../../../ui/display/format-time.ts";
import { Time } from "../../../ui/display/time.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { credentialsTexts } from "./texts.ts";
import type { Secret, Secrets } from "./use-secrets.ts";

interface SecretListProps {
  readonly label: string;
  readonly secrets: Secrets;
  readonly editable: boolean;
}

/** Lists the live secrets by their last characters. */
export function SecretList({ label, secrets, editable }: SecretListProps) {
  const texts = useTexts(credentialsTexts);
  const [revoking, setRevoking] = useState<Secret>();
  const newest = secrets.items?.at(-1);
  return (
    <>
      <DataTable
        label={label}
        rows={secrets.items}
        rowKey={({ id }) => id}
        skeletonRows={1}
        error={secrets.error}
        retry={secrets.retry}
        columns={[
          {
            id: "hint",
            header: texts.endsWith,
            cell: (secret) => (
              <span className="inline-flex items-center gap-2">
                <code className="whitespace-nowrap">…{secret.hint}</code>
                {secret === newest && (secrets.items?.length ?? 0) > 1 && (
                  <Badge tone="info">{texts.newest}</Badge>
                )}
              </span>
            ),
          },
          { id: "created", header: texts.created, cell: ({ created_at }) => <Time at={created_at} /> },
          {
            id: "expires",
            header: texts.expires,
            cell: ({ expires_at }) => <Time at={expires_at} never={texts.neverExpires} />,
          },
          {
            id: "used",
            header: texts.lastUsed,
            cell: ({ last_used_at }) => <Time at={last_used_at} never={texts.neverUsed} />,
          },
          ...(editable
            ? [
                {
                  id: "actions",
                  header: <span className="sr-only">{texts.actions}</span>,
                  align: "end" as const,
                  cell: (secret: Secret) => (
                    <Button
                      size="small"
                      aria-label={texts.revokeThis(secret.hint)}
                      onClick={() => setRevoking(secret)}
                    >
                      {texts.revoke}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
        empty={
          <EmptyState icon="key" title={texts.noSecrets}>
            {texts.noSecretsHint}
          </EmptyState>
        }
      />
      <RevokeSecretDialog
        secret={revoking}
        isLast={secrets.items?.length === 1}
        revoke={secrets.revoke}
        onClose={() => setRevoking(undefined)}
      />
    </>
  );
}

interface RevokeSecretDialogProps {
  readonly secret: Secret | undefined;
  readonly isLast: boolean;
  revoke(id: string): Promise<unknown>;
  onClose(): void;
}

export function RevokeSecretDialog({ secret, isLast, revoke, onClose }: RevokeSecretDialogProps) {
  const texts = useTexts(credentialsTexts);
  const { language } = useLanguage();
  const toast = useToast();
  const used = secret?.last_used_at;
  return (
    <ConfirmDialog
      open={secret !== undefined}
      onClose={onClose}
      title={texts.revokeTitle(secret?.hint ?? "")}
      consequences={[
        isLast ? texts.revokeLast : texts.revokeNow,
        used === undefined ? texts.revokeUnused : texts.revokeUsed(absoluteTime(new Date(used), language)),
        texts.revokeNoUndo,
      ]}
      confirmLabel={texts.revoke}
      onConfirm={async () => {
        if (!secret) return;
        await revoke(secret.id);
        toast({ title: texts.revoked });
      }}
    />
  );
}
