import { useState } from "react";
import { type AnswerOf, callApi, describeCall } from "../../../api/call-api.ts";
import { useRead, useWrite } from "../../../api/use-api.ts";
import { useDraft, type Versioned } from "../../../api/use-draft.ts";
import { EditableBy } from "../../../auth/editable-by.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button.tsx";
import { Drawer } from "../../../ui/drawer.tsx";
import { ErrorNotice } from "../../../ui/error-notice.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { SaveBar } from "../../../ui/save-bar.tsx";
import { SkeletonText } from "../../../ui/skeleton.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { DeleteDialog } from "../../deletion/delete-dialog.tsx";
import { DescriptionFields } from "../description-fields.tsx";
import type { Description } from "../resource.ts";
import { resourcesTexts } from "../texts.ts";

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
      {read.error && !answer && <ErrorNotice error={read.error} retry={() => void read.refetch()} />}
      {!answer && !read.error && <SkeletonText lines={4} />}
      {answer && name !== undefined && (
        <PermissionForm key={name} stored={{ value: answer.body, etag: answer.etag }} onClose={onClose} />
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
  const { custom: texts, descriptionColumn } = useTexts(resourcesTexts);
  const toast = useToast();
  const [deleting, setDeleting] = useState(false);
  const { name } = stored.value;
  const params = { name };
  const put = useWrite("PUT /permissions/{name}");
  const describe = (onto: Versioned<Permission>, body: PermissionParts) => ({
    params,
    body,
    ifMatch: onto.etag,
  });
  const create = useWrite("POST /permissions");
  const draft = useDraft<Permission, PermissionParts>({
    of: name,
    stored,
    pick,
    async read() {
      const { body, etag } = await callApi("GET /permissions/{name}", { params });
      return { value: body, etag };
    },
    write: (onto, part) => put.mutateAsync(describe(onto, part)),
    create: (part) => create.mutateAsync({ body: { name, ...part } }),
  });
  return (
    <div className="grid gap-5">
      <EditableBy
        right="permissions.write"
        end={
          <SaveBar
            draft={draft}
            labels={{ description: descriptionColumn }}
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
        <LinkButton
          size="small"
          icon="assignment"
          needs="assignments.read"
          to="/assignments"
          search={{ permission: name }}
        >
          {texts.assigned}
        </LinkButton>
        <Button
          size="small"
          icon="trash"
          className="ms-auto"
          needs="permissions.write"
          onClick={() => setDeleting(true)}
        >
          {texts.delete}
        </Button>
      </div>
      {deleting && (
        <DeleteDialog
          name="DELETE /permissions/{name}"
          params={params}
          title={texts.deleteTitle(name)}
          word={name}
          consequences={[texts.deleteHint]}
          deleted={texts.deleted(name)}
          onClose={() => setDeleting(false)}
          onDeleted={onClose}
        />
      )}
    </div>
  );
}
