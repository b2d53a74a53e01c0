import { use, useState } from "react";
import type { FieldIssue } from "../../api/input-issue.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { ReadOnly } from "../../ui/form/read-only.ts";
import { RowFilter, useRowFilter } from "../../ui/form/row-filter.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { GrantInput } from "../access/role.ts";
import { PermissionPicker } from "../principals/pickers.tsx";
import { IssueText } from "../problems/issue-text.tsx";
import { ConditionField } from "./condition-field.tsx";
import { rolesTexts } from "./texts.ts";

interface GrantsEditorProps {
  readonly grants: readonly GrantInput[];
  onChange(grants: readonly GrantInput[]): void;
  readonly problem?: ApiProblem | undefined;
  /** JSON pointer of the role in the request body that the API rejected. */
  readonly pointer?: string;
}

/** Edits the grants of a role; each grant may have a condition. */
export function GrantsEditor({ grants, onChange, problem, pointer = "" }: GrantsEditorProps) {
  const texts = useTexts(rolesTexts);
  const isReadOnly = use(ReadOnly);
  const filter = useRowFilter(isReadOnly ? 0 : grants.length);
  const add = (permission: string) => permission !== "" && onChange([...grants, { permission, when: "" }]);
  return (
    <div className="grid gap-2">
      <p className="font-medium">{texts.grants}</p>
      <p className="text-sm text-muted">{texts.grantsHint}</p>
      <RowFilter filter={filter} label={texts.filterGrants(grants.length)} />
      <ul className="grid gap-2">
        {grants.map((grant, place) => (
          <GrantRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the same permission may stand there twice, with other conditions.
            key={`${place} ${grant.permission}`}
            grant={grant}
            hidden={!filter.isWanted(`${grant.permission} ${grant.when}`)}
            onChange={(next) => onChange(grants.with(place, next))}
            onRemove={() => onChange(grants.toSpliced(place, 1))}
            error={
              problem?.about(`${pointer}/grants/${place}/permission`) ??
              problem?.about(`${pointer}/grants/${place}`)
            }
            conditionError={problem?.about(`${pointer}/grants/${place}/when`)}
          />
        ))}
      </ul>
      <div className="max-w-md" hidden={isReadOnly}>
        <PermissionPicker
          patterns
          // A new key empties the picker for the next permission.
          key={grants.length}
          value=""
          onChange={add}
          label={texts.addGrant}
          placeholder={texts.addGrant}
        />
      </div>
    </div>
  );
}

interface GrantRowProps {
  readonly grant: GrantInput;
  /** The filter hides the row; its issues are shown nevertheless. */
  readonly hidden: boolean;
  onChange(grant: GrantInput): void;
  onRemove(): void;
  readonly error: FieldIssue | undefined;
  readonly conditionError: FieldIssue | undefined;
}

function GrantRow({ grant, hidden, onChange, onRemove, error, conditionError }: GrantRowProps) {
  const texts = useTexts(rolesTexts);
  const [open, setOpen] = useState(false);
  const isReadOnly = use(ReadOnly);
  const isOpen = open || conditionError !== undefined;
  return (
    <li
      className="rounded-control border"
      hidden={hidden && error === undefined && conditionError === undefined && !open}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
        <code className="font-medium">{grant.permission}</code>
        {grant.when !== "" && !isOpen && (
          <span className="flex min-w-0 items-baseline gap-1.5 text-sm text-muted">
            {texts.when}
            <code title={grant.when} className={isReadOnly ? "" : "line-clamp-3"}>
              {grant.when}
            </code>
          </span>
        )}
        <span className="ms-auto flex items-center gap-1" hidden={isReadOnly}>
          <Button
            kind="quiet"
            size="small"
            icon={isOpen ? "tick" : "code"}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? texts.closeCondition : grant.when === "" ? texts.addCondition : texts.editCondition}: ${grant.permission}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? texts.closeCondition : grant.when === "" ? texts.addCondition : texts.editCondition}
          </Button>
          <IconButton
            icon="trash"
            size="small"
            label={texts.removeGrant(grant.permission)}
            onClick={onRemove}
          />
        </span>
      </div>
      {error !== undefined && (
        <p className="flex gap-1.5 px-3 pb-2 text-sm text-problem">
          <Icon name="alert" className="mt-0.5 size-4" /> <IssueText issue={error} />
        </p>
      )}
      {isOpen && (
        <div className="border-t px-3 py-3">
          <ConditionField
            label={texts.conditionOf(grant.permission)}
            value={grant.when}
            onChange={(when) => onChange({ ...grant, when })}
            error={conditionError}
          />
        </div>
      )}
    </li>
  );
}
