import { useState } from "react";
import type { Versioned } from "../../../api/use-form-draft.ts";
import { DataTable } from "../../../components/lists/data-table.tsx";
import { useShown } from "../../../components/pages/entity-context.ts";
import { EntityForm } from "../../../components/pages/entity-form.tsx";
import { useEntityDraft } from "../../../components/pages/use-entity-draft.ts";
import { inLanguage } from "../../../texts/in-language.ts";
import { useLanguage, useTexts } from "../../../texts/use-texts.tsx";
import { Notice } from "../../../ui/display/notice.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { areComplete, bodyFromParts, isOwn, type Resource, type ResourceParts, rowsOf } from "../resource.ts";
import { resourcesTexts } from "../texts.ts";
import { ResourceFields } from "./resource-fields.tsx";

export function OverviewTab() {
  const stored = useShown("resource");
  return isOwn(stored.value) ? <OwnActions resource={stored.value} /> : <ResourceForm stored={stored} />;
}

const pick = ({ display_name, actions, ...resource }: Resource): ResourceParts => ({
  display_name: display_name ?? {},
  identifier: resource.identifier,
  signing_alg: resource.signing_alg,
  access_token_type: resource.access_token_type,
  actions: rowsOf(actions),
});

function ResourceForm({ stored }: { readonly stored: Versioned<Resource> }) {
  const texts = useTexts(resourcesTexts);
  const [tried, setTried] = useState(false);
  const edit = useEntityDraft("resource", {
    stored,
    pick,
    bodyOf: bodyFromParts,
    check({ actions }) {
      setTried(true);
      if (!areComplete(actions)) throw new Error(texts.actionsInvalid);
    },
    canCreate: true,
  });
  const { part, change, error } = edit.draft;
  return (
    <Card className="flex max-w-5xl flex-col gap-6">
      <EntityForm
        {...edit}
        kind="resource"
        labels={{
          display_name: texts.displayName,
          identifier: texts.identifier,
          signing_alg: texts.algorithm,
          access_token_type: texts.tokenType,
          actions: texts.actions,
        }}
        saved={texts.saved}
      >
        <ResourceFields parts={part} onChange={change} error={error} tried={tried} />
      </EntityForm>
    </Card>
  );
}

/** Licet's own API: it lists the grantable permissions, and nothing can be changed. */
function OwnActions({ resource }: { readonly resource: Resource }) {
  const texts = useTexts(resourcesTexts);
  const { language } = useLanguage();
  return (
    <div className="grid gap-4">
      <Notice title={texts.own}>{texts.ownHint}</Notice>
      <DataTable
        label={texts.actions}
        rows={rowsOf(resource.actions)}
        rowKey={({ name }) => name}
        columns={[
          { id: "name", header: texts.action, cell: ({ name }) => <code>{`${resource.name}:${name}`}</code> },
          {
            id: "description",
            header: texts.descriptionColumn,
            cell: ({ description }) => inLanguage(description, language),
          },
        ]}
        empty={null}
      />
    </div>
  );
}
