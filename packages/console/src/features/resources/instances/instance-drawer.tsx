import { toVersioned } from "../../../api/entities.ts";
import { issueAt } from "../../../api/issue-at.ts";
import { useRead } from "../../../api/use-api.ts";
import type { Versioned } from "../../../api/use-form-draft.ts";
import { DeleteButton } from "../../../components/deletion/delete-button.tsx";
import { Field } from "../../../components/fields/field.tsx";
import { ObjectEditor } from "../../../components/fields/object-editor.tsx";
import { EntityForm } from "../../../components/pages/entity-form.tsx";
import { useEntityDraft } from "../../../components/pages/use-entity-draft.ts";
import { PermittedLinkButton } from "../../../components/permissions/permitted-link-button.tsx";
import { InstancePicker } from "../../../components/principals/pickers.tsx";
import { LoadingOrError } from "../../../components/problems/loading-or-error.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Copyable } from "../../../ui/button/copyable.tsx";
import { Time } from "../../../ui/display/time.tsx";
import { KeyValue } from "../../../ui/layout/key-value.tsx";
import { Drawer } from "../../../ui/overlay/drawer.tsx";
import { type Instance, instanceBodyFrom, instancePartsFrom, keyOf } from "./instance.ts";
import { instancesTexts } from "./texts.ts";

interface InstanceDrawerProps {
  readonly resource: string;
  /** Undefined closes the drawer. */
  readonly id: string | undefined;
  onClose(): void;
}

/** Shows one instance: its parent, its attributes for conditions, and its deletion. */
export function InstanceDrawer({ resource, id, onClose }: InstanceDrawerProps) {
  const params = { name: resource, id: id ?? "" };
  const read = useRead("GET /resources/{name}/instances/{id}", { params }, { enabled: id !== undefined });
  const answer = read.isPlaceholderData ? undefined : read.data;
  return (
    <Drawer open={id !== undefined} onClose={onClose} title={`${resource}/${id ?? ""}`}>
      {answer ? (
        <InstanceForm key={keyOf(answer.body)} stored={toVersioned(answer)} onClose={onClose} />
      ) : (
        <LoadingOrError read={read} lines={6} />
      )}
    </Drawer>
  );
}

interface InstanceFormProps {
  readonly stored: Versioned<Instance>;
  onClose(): void;
}

function InstanceForm({ stored, onClose }: InstanceFormProps) {
  const texts = useTexts(instancesTexts);
  const { resource: name, id } = stored.value;
  const edit = useEntityDraft("instance", {
    stored,
    params: { name, id },
    pick: instancePartsFrom,
    bodyOf: instanceBodyFrom,
    check({ attributes }) {
      if (!attributes) throw new Error(texts.attributesInvalid);
    },
    canCreate: true,
  });
  const { part, change, error } = edit.draft;
  const key = keyOf(stored.value);
  return (
    <div className="grid gap-5">
      <KeyValue
        rows={[
          { key: texts.key, value: <Copyable text={key} />, hint: texts.keyHint },
          { key: texts.createdAt, value: <Time at={stored.value.created_at} /> },
          { key: texts.updated, value: <Time at={stored.value.updated_at} /> },
        ]}
      />
      <EntityForm
        {...edit}
        kind="instance"
        labels={{ parent: texts.parent, attributes: texts.attributes }}
        saved={texts.saved(key)}
      >
        <Field label={texts.parent} hint={texts.parentHint} error={issueAt(error, "/parent")}>
          <InstancePicker
            value={part.parent}
            onChange={(parent) => change({ parent })}
            placeholder={texts.top}
          />
        </Field>
        <ObjectEditor
          label={texts.attributes}
          hint={texts.attributesHint}
          error={issueAt(error, "/attributes", true)}
          value={part.attributes}
          onChange={(attributes) => change({ attributes })}
        />
      </EntityForm>
      <div className="flex flex-wrap gap-2 border-t pt-4">
        <PermittedLinkButton
          size="small"
          icon="person"
          needs="list"
          to="/resources/$name/callers"
          params={{ name }}
          search={{ at: key }}
        >
          {texts.whoHere}
        </PermittedLinkButton>
        <PermittedLinkButton
          size="small"
          icon="assignment"
          needs="assignments.read"
          to="/assignments"
          search={{ at: key }}
        >
          {texts.assignedHere}
        </PermittedLinkButton>
        <DeleteButton
          kind="instance"
          params={{ name, id }}
          title={texts.deleteTitle(key)}
          word={id}
          consequences={[texts.deleteHint]}
          deleted={texts.deleted(key)}
          onDeleted={onClose}
        />
      </div>
    </div>
  );
}
