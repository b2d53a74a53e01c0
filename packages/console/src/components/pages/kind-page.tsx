import { Outlet, useParams, useSearch } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import type { ShownCall } from "../../api/call-api.ts";
import { aboutEntity, describeEntityCall, type Entity, toVersioned } from "../../api/entities.ts";
import { useRead } from "../../api/use-api.ts";
import type { Versioned } from "../../api/use-form-draft.ts";
import { may } from "../../auth/may.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Skeleton, SkeletonText } from "../../ui/display/skeleton.tsx";
import { Description } from "../../ui/layout/description.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { KINDS } from "../../values/kinds.generated.ts";
import { ApiCall } from "../api-call/api-call.tsx";
import { DeletedHistory } from "../history/deleted-history.tsx";
import { History } from "../history/history.tsx";
import { historyTexts } from "../history/texts.ts";
import { listOf, PAGES, type PageKind, placeOf } from "../kinds/pages.ts";
import { PermittedTabs } from "../permissions/permitted-tabs.tsx";
import { EntityContext } from "./entity-context.ts";
import { NotLoaded } from "./not-loaded.tsx";

interface KindPageProps<Kind extends PageKind> {
  readonly kind: Kind;
  /** The titles of the list and of the tabs, and the description of an entity without one. */
  readonly texts: { readonly title: string; readonly tabsLabel: string; readonly noDescription?: string };
  /** The tabs before the history, with routes of their own: labels by the path below the page. */
  tabs?(entity: Entity<Kind> | undefined): Readonly<Record<string, string>>;
  /** The tabs before the history that `tab` in the query selects, by its value. */
  readonly parts?: Readonly<Record<string, KindPart<Kind>>>;
  nameOf?(entity: Entity<Kind>): string;
  /** Licet maintains the entity. */
  isOwn?(entity: Entity<Kind>): boolean;
  badge?(entity: Entity<Kind>): ReactNode;
  subtitle?(entity: Entity<Kind> | undefined, id: string): ReactNode;
  /** The calls that read the page, beside the one that reads the entity. */
  calls?(id: string): readonly ShownCall[];
  actions(entity: Entity<Kind>): ReactNode;
  /** Above the tabs with routes of their own. */
  notice?(entity: Entity<Kind>): ReactNode;
}

interface KindPart<Kind extends PageKind> {
  readonly label: string;
  /** The entity is undefined while it loads. */
  view(id: string, stored: Versioned<Entity<Kind>> | undefined): ReactNode;
  /** It is hidden but stays mounted, so its input is kept when the user returns. */
  readonly stays?: boolean;
}

/** The page of one entity, with tabs. If it does not exist, the page links to the list. */
export function KindPage<Kind extends PageKind>(props: KindPageProps<Kind>) {
  const params = useParams({ strict: false }) as Readonly<Record<string, string>>;
  const id = params[PAGES[props.kind].parameter] ?? "";
  // Another entity is another page: it keeps no state of the previous one.
  return <EntityPage key={id} {...props} id={id} />;
}

function EntityPage<Kind extends PageKind>(props: KindPageProps<Kind> & { readonly id: string }) {
  const { kind, id, texts, nameOf, subtitle, calls } = props;
  const read = useRead(KINDS[kind].read, aboutEntity(kind, id));
  const stored = read.data && toVersioned<Entity<Kind>>(read.data as never);
  const entity = stored?.value;
  const error = stored ? null : read.error;
  const name = entity && nameOf ? nameOf(entity) : id;
  const parent = { label: texts.title, place: listOf(kind) };
  return (
    <>
      <PageHeader
        title={name}
        subtitle={subtitle?.(entity, id) ?? (subtitle && !error && <Skeleton className="my-1 h-5 w-64" />)}
        description={
          texts.noDescription === undefined ? undefined : (
            <Description read={read as never} none={texts.noDescription} />
          )
        }
        badge={entity && props.badge?.(entity)}
        breadcrumbs={[parent]}
        actions={
          error ? undefined : (
            <>
              <ApiCall call={[describeEntityCall(kind, "read", id), ...(calls?.(id) ?? [])]} />
              {entity && props.actions(entity)}
            </>
          )
        }
      />
      {error ? (
        <NotLoaded error={error} name={name} parent={parent} retry={() => void read.refetch()}>
          <DeletedHistory kind={kind} id={id} />
        </NotLoaded>
      ) : props.parts ? (
        <Parts {...props} name={name} stored={stored} />
      ) : (
        <RoutedTabs {...props} name={name} stored={stored} />
      )}
    </>
  );
}

interface ShownProps<Kind extends PageKind> extends KindPageProps<Kind> {
  readonly id: string;
  readonly name: string;
  readonly stored: Versioned<Entity<Kind>> | undefined;
}

const historyOf = <Kind extends PageKind>(
  { kind, name, isOwn }: ShownProps<Kind>,
  of: Versioned<Entity<Kind>>,
) => ({
  kind,
  id: of.value.id,
  name,
  present: of,
  readOnly: isOwn?.(of.value) ?? false,
});

function RoutedTabs<Kind extends PageKind>(props: ShownProps<Kind>) {
  const { kind, id, stored, texts, tabs, notice } = props;
  const history = useTexts(historyTexts).title;
  return (
    <>
      <PermittedTabs
        label={texts.tabsLabel}
        tabs={Object.entries({ ...tabs?.(stored?.value), history }).map(([path, label]) => ({
          label,
          place: placeOf(kind, id, path === "" ? "" : `/${path}`),
        }))}
      />
      {stored ? (
        <EntityContext value={historyOf(props, stored)}>
          {notice?.(stored.value)}
          <Outlet />
        </EntityContext>
      ) : (
        <SkeletonText lines={8} />
      )}
    </>
  );
}

function Parts<Kind extends PageKind>(props: ShownProps<Kind>) {
  const { kind, id, stored, texts, parts } = props;
  const label = useTexts(historyTexts).title;
  const { tab } = useSearch({ strict: false }) as { readonly tab?: string };
  const history = { label, view: () => stored && <History {...historyOf(props, stored)} /> };
  const all: readonly (readonly [string, KindPart<Kind>])[] = Object.entries({
    ...parts,
    ...(may("audit.read") && { history }),
  });
  const [first] = all[0] ?? [];
  const current = all.some(([name]) => name === tab) ? tab : first;
  return (
    <>
      <PermittedTabs
        label={texts.tabsLabel}
        tabs={all.map(([name, { label }]) => ({
          label,
          place: { ...placeOf(kind, id), search: name === first ? {} : { tab: name } },
          current: name === current,
        }))}
      />
      {all.map(([name, { view, stays = false }]) =>
        stays ? (
          <div key={name} hidden={name !== current}>
            {view(id, stored)}
          </div>
        ) : (
          name === current && <Fragment key={name}>{view(id, stored)}</Fragment>
        ),
      )}
    </>
  );
}
