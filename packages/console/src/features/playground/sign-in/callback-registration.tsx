import { useState } from "react";
import { bodyFrom, readEntity } from "../../../api/entities.ts";
import { useWrite } from "../../../api/use-api.ts";
import { useMay } from "../../../auth/may.ts";
import { playgroundCallback } from "../../../auth/playground/sign-in-request.ts";
import { CLIENT_ID } from "../../../auth/request-tokens.ts";
import type { Application } from "../../../components/applications/application.ts";
import { ConfirmDialog } from "../../../components/forms/confirm-dialog.tsx";
import { nameApplication } from "../../../components/principals/name-principal.ts";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Notice } from "../../../ui/display/notice.tsx";
import { signInTexts } from "./texts.ts";

export const hasPlaygroundCallback = ({ redirect_uris: uris = [] }: Application): boolean =>
  uris.includes(playgroundCallback());

/**
 * Shows whether the application accepts the Playground's redirect URI. The URI is never registered silently: it opens
 * the application to one more address, so an administrator adds it here, sees it, and can remove it again.
 */
export function CallbackRegistration({ application }: { readonly application: Application }) {
  const texts = useTexts(signInTexts);
  const may = useMay();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const put = useWrite("PUT /applications/{client_id}");
  const clientId = application.client_id ?? application.id;
  const name = nameApplication(application);
  const uri = playgroundCallback();
  const editable = may("applications.write") && clientId !== CLIENT_ID;

  const setRegistered = async (registered: boolean): Promise<void> => {
    // The write is based on the newest version: it changes one member and must not revert another user's change.
    const { value, etag } = await readEntity("application", clientId);
    const others = (value.redirect_uris ?? []).filter((one) => one !== uri);
    const body = { ...bodyFrom("application", value), redirect_uris: registered ? [...others, uri] : others };
    await put.mutateAsync({ params: { client_id: clientId }, body, ifMatch: etag });
    toast({
      title: registered ? texts.added(name) : texts.removed(name),
      undo: () => setRegistered(!registered),
    });
  };
  const remove = () =>
    setRegistered(false).catch((error: unknown) =>
      toast({ kind: "problem", title: texts.notRemoved(name), error }),
    );

  const address = <code className="block text-sm wrap-anywhere">{uri}</code>;

  if (hasPlaygroundCallback(application))
    return (
      <Notice tone="neutral" title={texts.registered}>
        {address}
        {editable && (
          <Button className="mt-2" size="small" loading={put.isPending} onClick={() => void remove()}>
            {texts.remove}
          </Button>
        )}
      </Notice>
    );
  return (
    <>
      <Notice tone="warning" title={texts.notRegistered}>
        <p>{editable ? texts.notRegisteredHint(name) : texts.notRegisteredReadOnly(name)}</p>
        {address}
        {editable && (
          <Button className="mt-2" size="small" onClick={() => setAsking(true)}>
            {texts.add}
          </Button>
        )}
      </Notice>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={texts.addTitle(name)}
        kind="primary"
        consequences={[
          <>
            {texts.addConsequences.adds} {address}
          </>,
          texts.addConsequences.returns,
          texts.addConsequences.consent,
          texts.addConsequences.remove,
        ]}
        confirmLabel={texts.add}
        onConfirm={() => setRegistered(true)}
      />
    </>
  );
}
