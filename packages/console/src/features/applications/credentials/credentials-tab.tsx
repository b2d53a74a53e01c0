import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Skeleton } from "../../../ui/display/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { mergeSearch } from "../../../values/merge-search.ts";
import { isPublicType } from "../application.ts";
import { useApplication } from "../use-application.ts";
import { AccessAccounts } from "./access-accounts.tsx";
import { AddSecretDialog } from "./add-secret-dialog.tsx";
import { Rotation } from "./rotation.tsx";
import { SecretList } from "./secret-list.tsx";
import { credentialsTexts } from "./texts.ts";
import { useSecrets } from "./use-secrets.ts";

const route = getRouteApi("/applications/$clientId/credentials");

export function CredentialsTab() {
  const texts = useTexts(credentialsTexts);
  const { application } = useApplication();
  if (isPublicType(application.type))
    return (
      <Card>
        <EmptyState icon="lock" title={texts.noSecretType}>
          {texts.noSecretTypeHint}
        </EmptyState>
      </Card>
    );
  return (
    <>
      {application.token_endpoint_auth_method === "private_key_jwt" ? <OwnKey /> : <SecretsOfApplication />}
      <AccessAccounts />
    </>
  );
}

function OwnKey() {
  const texts = useTexts(credentialsTexts);
  return (
    <Section title={texts.secrets}>
      <EmptyState icon="key" title={texts.ownKey}>
        {texts.ownKeyHint}
      </EmptyState>
    </Section>
  );
}

function SecretsOfApplication() {
  const texts = useTexts(credentialsTexts);
  const { clientId, editable } = useApplication();
  const secrets = useSecrets({ clientId });
  const { action } = route.useSearch();
  const navigate = route.useNavigate();
  const [isChosen, setAdding] = useState(false);
  const isAsked = action === "add-secret" && editable;
  const close = () => {
    setAdding(false);
    if (action !== undefined)
      void navigate({ search: (before) => mergeSearch(before, { action: "" }), replace: true });
  };
  return (
    <Section
      title={texts.secrets}
      description={texts.secretsHint}
      frame="bare"
      actions={
        <>
          <ApiCall call={secrets.readCall} />
          {editable && (
            <Button icon="plus" onClick={() => setAdding(true)}>
              {texts.addSecret}
            </Button>
          )}
        </>
      }
    >
      <SecretList label={texts.secrets} secrets={secrets} editable={editable} />
      {editable && !secrets.items && !secrets.error && <Skeleton className="mt-4 h-44 w-full" />}
      {editable && <Rotation secrets={secrets} onAdd={() => setAdding(true)} />}
      {(isChosen || isAsked) && <AddSecretDialog owner={{ clientId }} secrets={secrets} onClose={close} />}
    </Section>
  );
}
