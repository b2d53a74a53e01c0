import { useState } from "react";
import { describeCall } from "../../../api/call-api.ts";
import { ApiProblem } from "../../../api/problem.ts";
import { useRead, useWrite } from "../../../api/use-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { ConfirmDialog } from "../../../components/forms/confirm-dialog.tsx";
import { LoadingOrError } from "../../../components/problems/loading-or-error.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Copyable } from "../../../ui/button/copyable.tsx";
import { Notice } from "../../../ui/display/notice.tsx";
import { Snippets } from "../../../ui/display/snippets.tsx";
import { Drawer } from "../../../ui/overlay/drawer.tsx";
import { endpointsOf } from "../overview/endpoints.ts";
import { exampleOf } from "../overview/quick-start/example-of.ts";
import { secretSnippets } from "../overview/quick-start/secret-snippets.ts";
import { useSampleScope } from "../overview/use-sample-scope.ts";
import { useApplication } from "../use-application.ts";
import { type AccessAccount, accountNameOf } from "./access-account.ts";
import { AccessAccountForm } from "./access-account-form.tsx";
import { AccountState } from "./account-state.tsx";
import { AddSecretDialog } from "./add-secret-dialog.tsx";
import { SecretList } from "./secret-list.tsx";
import { credentialsTexts } from "./texts.ts";
import { useSecrets } from "./use-secrets.ts";

const PATH = "/applications/{client_id}/access-accounts/{access_key}";

interface AccessAccountDrawerProps {
  readonly accessKey: string;
  onClose(): void;
}

/** Shows one access account beside the list: its settings, its secret keys, and its deletion. */
export function AccessAccountDrawer({ accessKey, onClose }: AccessAccountDrawerProps) {
  const texts = useTexts(credentialsTexts);
  const toast = useToast();
  const { clientId, editable } = useApplication();
  const [deleting, setDeleting] = useState(false);
  const given = { params: { client_id: clientId, access_key: accessKey } };
  const read = useRead(`GET ${PATH}`, given);
  const { data, error } = read;
  const remove = useWrite(`DELETE ${PATH}`);
  const account = data?.body;
  const isGone = error instanceof ApiProblem && error.status === 404;
  return (
    <Drawer open onClose={onClose} title={account ? accountNameOf(account) : accessKey}>
      <div className="mb-5 flex flex-wrap items-center gap-2">
        <Copyable text={accessKey} />
        {account && <AccountState account={account} />}
        <span className="ms-auto">
          <ApiCall call={describeCall(`GET ${PATH}`, given)} />
        </span>
        {account && editable && (
          <Button size="small" icon="trash" onClick={() => setDeleting(true)}>
            {texts.deleteAccount}
          </Button>
        )}
      </div>
      {isGone ? (
        <Notice tone="warning">{texts.accountNotFound}</Notice>
      ) : data ? (
        <div className="grid gap-8">
          <AccessAccountForm stored={{ value: data.body, etag: data.etag }} accessKey={accessKey} />
          <KeysOfAccount accessKey={accessKey} />
          <UseOfAccount account={data.body} accessKey={accessKey} />
        </div>
      ) : (
        <LoadingOrError read={read} lines={10} />
      )}
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title={texts.deleteAccountTitle(account ? accountNameOf(account) : accessKey)}
        consequences={[texts.deleteAccountGone, texts.deleteAccountAssigned, texts.deleteAccountNoUndo]}
        confirmLabel={texts.deleteAccount}
        onConfirm={async () => {
          await remove.mutateAsync({ ...given, query: { cascade: true } });
          toast({ title: texts.accountDeleted(account ? accountNameOf(account) : accessKey) });
          onClose();
        }}
      />
    </Drawer>
  );
}

/** Shows how the account requests a token: like the application, with its own access key and secret key. */
function UseOfAccount({
  account,
  accessKey,
}: {
  readonly account: AccessAccount;
  readonly accessKey: string;
}) {
  const texts = useTexts(credentialsTexts);
  const { application } = useApplication();
  const sample = useSampleScope(application);
  const scope = account.ceiling?.join(" ") || sample;
  const example = exampleOf(application, endpointsOf(location.origin), scope);
  return (
    <section aria-label={texts.use} className="min-w-0">
      <h3 className="font-bold">{texts.use}</h3>
      <p className="mb-2 text-sm text-muted">{texts.useHint}</p>
      <Snippets
        snippets={secretSnippets({
          ...example,
          clientId: accessKey,
          secretVariable: "LICET_SECRET_KEY",
          inHeader: false,
        })}
      />
    </section>
  );
}

function KeysOfAccount({ accessKey }: { readonly accessKey: string }) {
  const texts = useTexts(credentialsTexts);
  const { clientId, editable } = useApplication();
  const owner = { clientId, accessKey };
  const secrets = useSecrets(owner);
  const [adding, setAdding] = useState(false);
  return (
    <section aria-label={texts.keys}>
      <div className="mb-2 flex flex-wrap items-end justify-between gap-2">
        <div>
          <h3 className="font-bold">{texts.keys}</h3>
          <p className="text-sm text-muted">{texts.keysHint}</p>
        </div>
        {editable && (
          <Button size="small" icon="plus" onClick={() => setAdding(true)}>
            {texts.addKey}
          </Button>
        )}
      </div>
      <SecretList label={texts.keys} secrets={secrets} editable={editable} />
      {adding && <AddSecretDialog owner={owner} secrets={secrets} onClose={() => setAdding(false)} />}
    </section>
  );
}
