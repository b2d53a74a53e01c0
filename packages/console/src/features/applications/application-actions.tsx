import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../../api/call-api.ts";
import { setEnabled } from "../../api/entities.ts";
import { useWrite } from "../../api/use-api.ts";
import { ConfirmDialog } from "../../components/forms/confirm-dialog.tsx";
import { PermittedMenu } from "../../components/permissions/permitted-menu.tsx";
import { useToast } from "../../components/problems/toasts.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { type Application, nameOf } from "./application.ts";
import { applicationsTexts } from "./texts.ts";

const COUNTED = 100;
type Question = "disable" | "delete";

/** Enable, disable and delete, each with its consequences for the users of the application. */
export function ApplicationActions({ application }: { readonly application: Application }) {
  const texts = useTexts(applicationsTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const [question, setQuestion] = useState<Question>();
  const [uses, setUses] = useState<{ readonly assignments: string; readonly accounts: string }>();
  const queries = useQueryClient();
  const remove = useWrite("DELETE /applications/{client_id}");
  const clientId = application.client_id;
  const name = nameOf(application);

  const setState = async (enabled: boolean) => {
    await setEnabled("application", clientId, enabled);
    await queries.invalidateQueries();
    toast({
      title: enabled ? texts.enabledNow(name) : texts.disabledNow(name),
      undo: () => setState(!enabled),
    });
  };
  const enable = () =>
    setState(true).catch((error: unknown) =>
      toast({
        kind: "problem",
        title: texts.notEnabled(name),
        error,
      }),
    );

  const askDelete = () => {
    setUses(undefined);
    setQuestion("delete");
    void countUses(clientId).then(setUses, () => undefined);
  };
  const deleteIt = async () => {
    // The confirmation lists the objects that the cascade deletes.
    await remove.mutateAsync({ params: { client_id: clientId }, query: { cascade: true } });
    toast({ title: texts.deleted(name) });
    await navigate({ to: "/applications", ignoreBlocker: true });
  };

  return (
    <>
      <PermittedMenu
        trigger={<IconButton icon="more" label={texts.more} />}
        items={[
          !application.enabled
            ? { label: texts.enable, icon: "check", onSelect: () => void enable() }
            : { label: texts.disable, icon: "blocked", onSelect: () => setQuestion("disable") },
          { separator: "delete" },
          { label: texts.delete, icon: "trash", danger: true, onSelect: askDelete },
        ]}
      />
      <ConfirmDialog
        open={question === "disable"}
        onClose={() => setQuestion(undefined)}
        title={texts.disableTitle(name)}
        consequences={Object.values(texts.disableConsequences)}
        confirmLabel={texts.disable}
        onConfirm={() => setState(false)}
      />
      <ConfirmDialog
        open={question === "delete"}
        onClose={() => setQuestion(undefined)}
        title={texts.deleteTitle(name)}
        consequences={[
          texts.deleteConsequences.stops,
          ...(uses && uses.assignments !== "0"
            ? [texts.deleteConsequences.assignments(uses.assignments)]
            : []),
          ...(uses && uses.accounts !== "0" ? [texts.deleteConsequences.accounts(uses.accounts)] : []),
          texts.deleteConsequences.gone,
          texts.deleteConsequences.restorable,
          texts.deleteConsequences.disableInstead,
        ]}
        confirmLabel={texts.delete}
        typeToConfirm={clientId}
        onConfirm={deleteIt}
      />
    </>
  );
}

/** The number of dependent objects: exact up to a hundred, then a lower bound. */
async function countUses(clientId: string) {
  const [assignments, accounts] = await Promise.all([
    callApi("GET /assignments", { query: { principal: `application:${clientId}`, limit: COUNTED } }),
    callApi("GET /applications/{client_id}/access-accounts", {
      params: { client_id: clientId },
      query: { limit: COUNTED },
    }),
  ]);
  const count = ({ body }: typeof assignments | typeof accounts) =>
    `${body.items.length}${body.next_cursor === undefined ? "" : "+"}`;
  return { assignments: count(assignments), accounts: count(accounts) };
}
