import { useState } from "react";
import { describeCall } from "../../../api/call-api.ts";
import { useWrite } from "../../../api/use-api.ts";
import { useFormDraft, type Versioned } from "../../../api/use-form-draft.ts";
import { SaveBar } from "../../../components/forms/save-bar.tsx";
import { DataTable } from "../../../components/lists/data-table.tsx";
import { EditableBy } from "../../../components/permissions/editable-by.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { inLanguage } from "../../../texts/in-language.ts";
import { useLanguage, useTexts } from "../../../texts/use-texts.tsx";
import { Notice } from "../../../ui/display/notice.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import {
  actionsOf,
  areComplete,
  DEFAULT_ALGORITHM,
  DEFAULT_TOKEN_TYPE,
  displayNameMember,
  isOwn,
  type Resource,
  type ResourceBody,
  readResource,
  rowsOf,
} from "../resource.ts";
import { useResource } from "../resource-context.ts";
import { resourcesTexts } from "../texts.ts";
import { ResourceFields, type ResourceParts } from "./resource-fields.tsx";

export function OverviewTab() {
  const stored = useResource();
  return isOwn(stored.value) ? <OwnActions resource={stored.value} /> : <ResourceForm stored={stored} />;
}

const pick = ({
  display_name,
  identifier,
  signing_alg = DEFAULT_ALGORITHM,
  access_token_type = DEFAULT_TOKEN_TYPE,
  actions,
}: Resource): ResourceParts => ({
  display_name: display_name ?? {},
  identifier,
  signing_alg,
  access_token_type,
  actions: rowsOf(actions),
});

const bodyOf = ({ actions, display_name, ...parts }: ResourceParts): ResourceBody => ({
  ...parts,
  ...displayNameMember(display_name),
  actions: actionsOf(actions),
});

function ResourceForm({ stored }: { readonly stored: Versioned<Resource> }) {
  const texts = useTexts(resourcesTexts);
  const toast = useToast();
  const [tried, setTried] = useState(false);
  const { name } = stored.value;
  const put = useWrite("PUT /resources/{name}");
  const describe = (onto: Versioned<Resource>, part: ResourceParts) => ({
    params: { name },
    body: bodyOf(part),
    ifMatch: onto.etag,
  });
  const create = useWrite("POST /resources");
  const draft = useFormDraft<Resource, ResourceParts>({
    of: name,
    stored,
    pick,
    read: () => readResource(name),
    async write(onto, part) {
      setTried(true);
      if (!areComplete(part.actions)) throw new Error(texts.actionsInvalid);
      await put.mutateAsync(describe(onto, part));
    },
    create: (part) => create.mutateAsync({ body: { name, ...bodyOf(part) } }),
  });
  return (
    <Card className="flex max-w-5xl flex-col gap-6">
      <EditableBy
        permission="resources.write"
        end={
          <SaveBar
            draft={draft}
            labels={{
              display_name: texts.displayName,
              identifier: texts.identifier,
              signing_alg: texts.algorithm,
              access_token_type: texts.tokenType,
              actions: texts.actions,
            }}
            call={describeCall("PUT /resources/{name}", describe(stored, draft.part))}
            onSaved={() => toast({ title: texts.saved })}
          />
        }
      >
        <ResourceFields parts={draft.part} onChange={draft.change} error={draft.error} tried={tried} />
      </EditableBy>
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
