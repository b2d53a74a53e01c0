import { issueAt } from "../../../api/issue-at.ts";
import { ApiProblem } from "../../../api/problem.ts";
import { Field } from "../../../components/fields/field.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { RowFilter, useRowFilter } from "../../../ui/form/row-filter.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { DescriptionFields } from "../description-fields.tsx";
import { type ActionRow, isDuplicate } from "../resource.ts";
import { resourcesTexts } from "../texts.ts";

interface ActionsEditorProps {
  readonly rows: readonly ActionRow[];
  onChange(rows: readonly ActionRow[]): void;
  readonly error: unknown;
  readonly tried: boolean;
}

/** Edits the actions of the API, and the description of each for the consent page. */
export function ActionsEditor({ rows, onChange, error, tried }: ActionsEditorProps) {
  const texts = useTexts(resourcesTexts);
  const filter = useRowFilter(rows.length);
  const general = error instanceof ApiProblem ? (error.problem.errors ?? []) : [];
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{texts.actions}</legend>
      <div>
        <p aria-hidden="true" className="font-medium">
          {texts.actions}
        </p>
        <p className="text-sm text-muted">{texts.actionsHint}</p>
      </div>
      <RowFilter filter={filter} label={texts.filterActions(rows.length)} />
      <ul className="grid gap-3">
        {rows.map((row, place) => (
          <ActionFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place, and its inputs keep no state.
            key={place}
            row={row}
            hidden={row.name !== "" && !filter.isWanted(row.name)}
            isDuplicate={isDuplicate(rows, row)}
            error={error}
            tried={tried}
            onChange={(next) => onChange(rows.map((each, index) => (index === place ? next : each)))}
            onRemove={() => onChange(rows.filter((_, index) => index !== place))}
          />
        ))}
      </ul>
      {general
        .filter(({ pointer }) => pointer === "/actions")
        .map(({ detail }) => (
          <p key={detail} role="alert" className="flex gap-1.5 text-sm text-problem">
            <Icon name="alert" className="mt-0.5 size-4" /> {detail}
          </p>
        ))}
      <div>
        <Button size="small" icon="plus" onClick={() => onChange([...rows, { name: "", description: {} }])}>
          {texts.addAction}
        </Button>
      </div>
    </fieldset>
  );
}

interface ActionFieldsProps {
  readonly row: ActionRow;
  /** The filter hides the row. */
  readonly hidden: boolean;
  readonly isDuplicate: boolean;
  readonly error: unknown;
  readonly tried: boolean;
  onChange(row: ActionRow): void;
  onRemove(): void;
}

function ActionFields({ row, hidden, isDuplicate, error, tried, onChange, onRemove }: ActionFieldsProps) {
  const texts = useTexts(resourcesTexts);
  const pointer = `/actions/${pointerOf(row.name)}`;
  const issue = isDuplicate ? texts.twice : row.name === "" ? texts.missing : undefined;
  return (
    <li
      hidden={hidden}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-3 rounded-control border bg-inset p-3 md:max-lg:grid-cols-2 lg:grid-cols-[minmax(8rem,2fr)_minmax(0,3fr)_minmax(0,3fr)_auto]"
    >
      <Field label={texts.action} error={issueAt(error, pointer) ?? (tried ? issue : undefined)} required>
        <TextInput
          className="font-mono"
          value={row.name}
          onChange={(name) => onChange({ ...row, name })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      </Field>
      <DescriptionFields
        description={row.description}
        onChange={(description) => onChange({ ...row, description })}
        error={error}
        pointer={`${pointer}/description`}
        tried={tried}
        className="max-lg:order-last max-md:col-span-2"
      />
      <IconButton
        icon="trash"
        label={texts.removeAction(row.name)}
        className="mt-7 justify-self-end"
        onClick={onRemove}
      />
    </li>
  );
}

/** RFC 6901 §3. */
const pointerOf = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
