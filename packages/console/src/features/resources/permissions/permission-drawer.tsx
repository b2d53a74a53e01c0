import { type AnswerOf, callApi, describeCall } from "../../../api/call-api.ts";
import { isGone } from "../../../api/issue-at.ts";
import { useRead, useWrite } from "../../../api/use-api.ts";
import { useFormDraft, type Versioned } from "../../../api/use-form-draft.ts";
import { may } from "../../../auth/may.ts";
import { DeleteButton } from "../../../components/deletion/delete-button.tsx";
import { SaveBar } from "../../../components/forms/save-bar.tsx";
import { DeletedHistory } from "../../../components/history/deleted-history.tsx";
import { History } from "../../../components/history/history.tsx";
import { EditableBy } from "../../../components/permissions/editable-by.tsx";
import { PermittedLinkButton } from "../../../components/permissions/permitted-link-button.tsx";
import { LoadingOrError } from "../../../components/problems/loading-or-error.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Drawer } from "../../../ui/overlay/drawer.tsx";
import { DescriptionFields } from "../description-fields.tsx";
import { type Description, toLocalizedText } from "../resource.ts";
import { permissionsTexts } from "./texts.ts";

type Permission = AnswerOf<"GET /permissions/{name}">;

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
        <PermissionForm key={name} stored={{ value: answer.body, etag: answer.etag }} onClose={onClose} />
      ) : (
        <>
          <LoadingOrError read={read} lines={4} />
          {name !== undefined && isGone(read.error) && <DeletedHistory kind="permission" id={name} />}
        </>
      )}
    </Drawer>
  );
}

interface PermissionParts {
  readonly description: Description;
}

const pick = ({ description }: Permission): PermissionParts => ({ description });

interface PermissionFormProps {
  readonly stored: Versioned<Permission>;
  onClose(): void;
}

function PermissionForm({ stored, onClose }: PermissionFormProps) {
  const texts = useTexts(permissionsTexts);
  const toast = useToast();
  const { name } = stored.value;
  const params = { name };
  const put = useWrite("PUT /permissions/{name}");
  const bodyOf = ({ description }: PermissionParts) => ({ description: toLocalizedText(description) });
  const describe = (onto: Versioned<Permission>, part: PermissionParts) => ({
    params,
    body: bodyOf(part),
    ifMatch: onto.etag,
  });
  const create = useWrite("POST /permissions");
  const draft = useFormDraft<Permission, PermissionParts>({
    of: name,
    stored,
    pick,
    async read() {
      const { body, etag } = await callApi("GET /permissions/{name}", { params });
      return { value: body, etag };
    },
    write: (onto, part) => put.mutateAsync(describe(onto, part)),
    create: (part) => create.mutateAsync({ body: { name, ...bodyOf(part) } }),
  });
  return (
    <div className="grid gap-5">
      <EditableBy
        permission="permissions.write"
        end={
          <SaveBar
            draft={draft}
            labels={{ description: texts.description }}
            call={describeCall("PUT /permissions/{name}", describe(stored, draft.part))}
            onSaved={() => toast({ title: texts.saved(name) })}
          />
        }
      >
        <DescriptionFields
          description={draft.part.description}
          onChange={(description) => draft.change({ description })}
          error={draft.error}
          tried
        />
      </EditableBy>
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
          name="DELETE /permissions/{name}"
          params={params}
          needs="permissions.write"
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
