import { type Entity, toVersioned } from "../../../api/entities.ts";
import { isGone } from "../../../api/issue-at.ts";
import { useRead } from "../../../api/use-api.ts";
import type { Versioned } from "../../../api/use-form-draft.ts";
import { may } from "../../../auth/may.ts";
import { DeleteButton } from "../../../components/deletion/delete-button.tsx";
import { DeletedHistory } from "../../../components/history/deleted-history.tsx";
import { History } from "../../../components/history/history.tsx";
import { EntityForm } from "../../../components/pages/entity-form.tsx";
import { useEntityDraft } from "../../../components/pages/use-entity-draft.ts";
import { PermittedLinkButton } from "../../../components/permissions/permitted-link-button.tsx";
import { LoadingOrError } from "../../../components/problems/loading-or-error.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Drawer } from "../../../ui/overlay/drawer.tsx";
import { DescriptionFields } from "../description-fields.tsx";
import { type Description, toLocalizedText } from "../resource.ts";
import { permissionsTexts } from "./texts.ts";

interface PermissionDrawerProps {
  /** Undefined: closed. */
  readonly name: string | undefined;
  onClose(): void;
}

export function PermissionDrawer({ name, onClose }: PermissionDrawerProps) {
  const params = { name: name ?? "" };
  const read = useRead("GET /permissions/{name}", { params }, { enabled: name !== undefined });
  const answer = read.isPlaceholderData ? undefined : read.data;
  return (
    <Drawer open={name !== undefined} onClose={onClose} title={name ?? ""}>
      {answer ? (
        <PermissionForm key={name} stored={toVersioned(answer)} onClose={onClose} />
      ) : (
        <>
          <LoadingOrError read={read} lines={4} />
          {name !== undefined && isGone(read.error) && <DeletedHistory kind="permission" id={name} />}
        </>
      )}
    </Drawer>
  );
}

interface PermissionFormProps {
  readonly stored: Versioned<Entity<"permission">>;
  onClose(): void;
}

function PermissionForm({ stored, onClose }: PermissionFormProps) {
  const texts = useTexts(permissionsTexts);
  const { name } = stored.value;
  const edit = useEntityDraft("permission", {
    stored,
    pick: ({ description }): { readonly description: Description } => ({ description }),
    bodyOf: ({ description }) => ({ description: toLocalizedText(description) }),
    canCreate: true,
  });
  const { part, change, error } = edit.draft;
  return (
    <div className="grid gap-5">
      <EntityForm
        {...edit}
        kind="permission"
        labels={{ description: texts.description }}
        saved={texts.saved(name)}
      >
        <DescriptionFields
          description={part.description}
          onChange={(description) => change({ description })}
          error={error}
          tried
        />
      </EntityForm>
      <div className="flex flex-wrap gap-2 border-t pt-4">
        <PermittedLinkButton
          size="small"
          icon="assignment"
          needs="assignments.read"
          to="/assignments"
          search={{ permission: name }}
        >
          {texts.assigned}
        </PermittedLinkButton>
        <DeleteButton
          kind="permission"
          params={{ name }}
          title={texts.deleteTitle(name)}
          word={name}
          consequences={[texts.deleteHint]}
          deleted={texts.deleted(name)}
          onDeleted={onClose}
        />
      </div>
      {may("audit.read") && <History kind="permission" id={name} name={name} present={stored} />}
    </div>
  );
}
