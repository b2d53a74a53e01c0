import { useMemo } from "react";
import { activityTexts } from "../../components/activity/texts.ts";
import { reasonTexts } from "../../components/decisions/reason-texts.ts";
import { usePrincipalNames } from "../../components/principals/use-principal-names.ts";
import { Combobox } from "../../components/search/combobox.tsx";
import { findWord } from "../../texts/find-word.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { FilterBar } from "../../ui/form/filter-bar.tsx";
import { SearchInput } from "../../ui/form/search-input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { mergeSearch } from "../../values/merge-search.ts";
import {
  type ActivitySearch,
  ANY_REASON,
  hidesConsole,
  isNarrowed,
  REFUSAL_FILTERS,
  TIME_SPANS,
  type TimeSpan,
} from "./activity-search.ts";
import { createEntitySearch } from "./search-entities.ts";

/** Two filters share a row of a phone. */
const HALF_ROW = "w-[calc(50%-0.25rem)]! sm:w-44!";

const ANY = "any";
const NO_FILTER = "all";

interface ActivityFiltersProps {
  readonly search: ActivitySearch;
  onChange(search: ActivitySearch): void;
}

export function ActivityFilters({ search, onChange }: ActivityFiltersProps) {
  const texts = useTexts(activityTexts);
  const set = (change: Parameters<typeof mergeSearch<ActivitySearch>>[1]) =>
    onChange(mergeSearch(search, change));
  const known = Object.entries(texts.types);
  const type = search.type ?? ANY;
  const types = [
    { value: ANY, label: texts.anyType },
    ...known.map(([value, label]) => ({ value, label })),
    // The address may name a value that is not in the list.
    ...(type === ANY || findWord(texts.types, type) !== undefined ? [] : [{ value: type, label: type }]),
  ];
  return (
    <>
      <FilterBar
        onClear={
          isNarrowed(search)
            ? () => onChange(search.console === undefined ? {} : { console: search.console })
            : undefined
        }
      >
        <Select
          className={HALF_ROW}
          label={texts.type}
          options={types}
          value={type}
          onChange={(next) => set({ type: next === ANY ? undefined : next })}
        />
        <ReasonFilter search={search} onChange={set} />
        <EntityFilter label={texts.actor} value={search.actor} onChange={(actor) => set({ actor })} />
        <EntityFilter label={texts.target} value={search.target} onChange={(target) => set({ target })} />
        <Select
          className="w-[calc(50%-0.25rem)]! sm:w-36!"
          label={texts.time}
          options={[
            { value: ANY, label: texts.anyTime },
            ...TIME_SPANS.map((span) => ({ value: span, label: texts.spans[span] })),
          ]}
          value={search.span ?? ANY}
          onChange={(next) =>
            set({ span: next === ANY ? undefined : (next as TimeSpan), from: undefined, to: undefined })
          }
        />
        <div className={HALF_ROW}>
          <SearchInput
            label={texts.requestId}
            value={search.request ?? ""}
            onChange={(request) => set({ request: request.trim() })}
          />
        </div>
        <Switch
          label={texts.hideConsole}
          checked={hidesConsole(search)}
          onChange={(hidden) => set({ console: hidden ? undefined : "shown" })}
        />
      </FilterBar>
      {search.span === "custom" && (
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <Moment label={texts.from} value={search.from} onChange={(from) => set({ from })} />
          <Moment label={texts.to} value={search.to} onChange={(to) => set({ to })} />
        </div>
      )}
    </>
  );
}

interface ReasonFilterProps {
  readonly search: ActivitySearch;
  onChange(
    change: Pick<Partial<Record<keyof ActivitySearch, string | undefined>>, "refused" | "error">,
  ): void;
}

/** Selects events by the reason of a refused scope. A link may also name the code of an error. */
function ReasonFilter({ search: { refused, error }, onChange }: ReasonFilterProps) {
  const texts = useTexts(activityTexts);
  const { reasons } = useTexts(reasonTexts);
  const options = [
    { value: NO_FILTER, label: texts.everyResult },
    ...REFUSAL_FILTERS.map((value) => ({
      value,
      label: value === ANY_REASON ? texts.anyRefusal : texts.refusedBecause(reasons[value]),
    })),
    ...(error === undefined ? [] : [{ value: error, label: error }]),
  ];
  return (
    <Select
      className={HALF_ROW}
      label={texts.result}
      options={options}
      value={error ?? refused ?? NO_FILTER}
      onChange={(next) => {
        if (next !== error) onChange({ refused: next === NO_FILTER ? undefined : next, error: undefined });
      }}
    />
  );
}

interface EntityFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  onChange(value: string | undefined): void;
}

function EntityFilter({ label, value, onChange }: EntityFilterProps) {
  const texts = useTexts(activityTexts);
  const nameOf = usePrincipalNames(value === undefined ? [] : [value]);
  const name = value === undefined ? undefined : nameOf(value).label;
  const search = useMemo(() => createEntitySearch(texts.kinds), [texts]);
  const chosen = useMemo(
    () => (value === undefined || name === undefined ? undefined : { value, label: `${label}: ${name}` }),
    [value, name, label],
  );
  return (
    <div className={HALF_ROW}>
      <Combobox
        label={label}
        placeholder={label}
        value={chosen}
        onChange={(option) => onChange(option?.value)}
        search={search}
      />
    </div>
  );
}

interface MomentProps {
  readonly label: string;
  readonly value: string | undefined;
  onChange(value: string | undefined): void;
}

function Moment({ label, value, onChange }: MomentProps) {
  const parsed = value === undefined ? undefined : new Date(value);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input inside is a component.
    <label className="flex items-center gap-2 text-muted">
      {label}
      <TextInput
        type="datetime-local"
        className="w-auto!"
        value={parsed === undefined ? "" : localMinute(parsed)}
        onChange={(text) => onChange(text === "" ? undefined : new Date(text).toISOString())}
      />
    </label>
  );
}

/** `2027-01-31T09:30` in local time, the format of the browser's field. */
const localMinute = (moment: Date): string =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
