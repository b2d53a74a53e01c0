import type { Column } from "../../components/lists/data-table.tsx";
import { KindListPage } from "../../components/pages/kind-list-page.tsx";
import { inLanguage } from "../../texts/in-language.ts";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { isOwn, type Resource } from "./resource.ts";
import { ResourcesTabs } from "./resources-tabs.tsx";
import { resourcesTexts } from "./texts.ts";

const SHOWN_ACTIONS = 3;

export function ResourcesPage() {
  const texts = useTexts(resourcesTexts);
  const { language } = useLanguage();
  const columns: readonly Column<Resource>[] = [
    {
      id: "name",
      header: texts.name,
      sort: "name",
      cell: (resource) => (
        <span className="inline-flex items-center gap-2">
          {resource.name}
          {isOwn(resource) && <Badge>{texts.own}</Badge>}
        </span>
      ),
    },
    {
      id: "display_name",
      header: texts.displayName,
      cell: ({ display_name }) => (display_name ? inLanguage(display_name, language) : "–"),
      from: "tablet",
    },
    {
      id: "identifier",
      header: texts.identifier,
      sort: "identifier",
      cell: ({ identifier }) => (
        <code title={identifier} className="block max-w-56 truncate text-muted xl:max-w-96">
          {identifier}
        </code>
      ),
      from: "tablet",
    },
    { id: "actions", header: texts.actions, cell: (resource) => <ActionNames resource={resource} /> },
    {
      id: "algorithm",
      header: texts.algorithm,
      sort: "signing_alg",
      cell: ({ signing_alg }) => signing_alg,
      from: "desktop",
    },
  ];
  return (
    <KindListPage kind="resource" texts={texts} columns={columns} isOwn={isOwn}>
      <ResourcesTabs />
    </KindListPage>
  );
}

/** Shows the first few actions and the number of the others: a resource may have a hundred. */
function ActionNames({ resource }: { readonly resource: Resource }) {
  const names = Object.keys(resource.actions);
  const more = names.length - SHOWN_ACTIONS;
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {names.slice(0, SHOWN_ACTIONS).map((name) => (
        <code key={name} className="rounded-small border bg-inset px-1.5 text-xs">
          {name}
        </code>
      ))}
      {more > 0 && <span className="text-sm text-muted">+{more}</span>}
    </span>
  );
}
