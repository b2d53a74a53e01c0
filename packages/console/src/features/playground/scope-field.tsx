import { useMemo } from "react";
import { useRead } from "../../api/use-api.ts";
import { useMay } from "../../auth/may.ts";
import { type Application, signsUsersIn } from "../../components/applications/application.ts";
import { Field } from "../../components/fields/field.tsx";
import { Combobox } from "../../components/search/combobox.tsx";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { CodeInput } from "../../ui/form/code-input.tsx";
import { Icon } from "../../ui/icons.tsx";
import { createScopeSearch } from "./search-options.ts";
import { playgroundTexts } from "./texts.ts";

interface ScopeFieldProps {
  readonly value: string | undefined;
  onChange(scope: string): void;
  readonly error: string | undefined;
  readonly required: boolean;
  readonly application: Application | undefined;
}

/** The scope as it is sent, with a search for items and the items that the application can request. */
export function ScopeField({ value = "", onChange, error, required, application }: ScopeFieldProps) {
  const texts = useTexts(playgroundTexts);
  const { language } = useLanguage();
  const search = useMemo(() => createScopeSearch(language), [language]);
  const items = value.split(" ").filter((item) => item !== "");
  const add = (item: string) => onChange([...new Set([...items, item])].join(" "));
  return (
    <div className="grid gap-2">
      <Field label={texts.scope} hint={texts.scopeHint} error={error} required={required}>
        <CodeInput
          rows={2}
          value={value}
          onChange={(scope) => onChange(scope.replaceAll(/\s+/g, " "))}
          placeholder="orders:read orders:write"
        />
      </Field>
      {application && <RequestableItems application={application} asked={items} onAdd={add} />}
      <Combobox
        label={texts.addScope}
        placeholder={texts.addScope}
        value={undefined}
        search={search}
        onChange={(option) => option && add(option.value)}
      />
    </div>
  );
}

const SHOWN = 8;

interface RequestableItemsProps {
  readonly application: Application;
  readonly asked: readonly string[];
  onAdd(item: string): void;
}

/** Lists what this application can request; one click adds it. */
function RequestableItems({ application, asked, onAdd }: RequestableItemsProps) {
  const texts = useTexts(playgroundTexts);
  const may = useMay();
  const forUsers = signsUsersIn(application.type);
  const subject = `application:${application.client_id ?? application.id}`;
  const held = useRead(
    "POST /list/permissions",
    { body: { subject, limit: SHOWN } },
    { enabled: !forUsers && may("list") },
  );
  const known = forUsers
    ? (application.delegated ?? []).map(({ scope }) => scope)
    : (held.data?.body.items ?? []).map(({ permission }) => permission);
  const open = known.filter((item) => !asked.includes(item)).slice(0, SHOWN);
  if (open.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1">
      {open.map((item) => (
        <button
          key={item}
          type="button"
          aria-label={texts.addItem(item)}
          onClick={() => onAdd(item)}
          className="inline-flex min-h-6 items-center gap-1 rounded-small border border-dashed border-edge px-1.5 font-mono text-xs text-muted hover:bg-hover hover:text-ink"
        >
          <Icon name="plus" className="size-3" />
          {item}
        </button>
      ))}
    </div>
  );
}
