import { type ReactNode, useState } from "react";
import { usePages } from "../../../api/use-api.ts";
import { PermittedIconButton } from "../../../components/permissions/permitted-icon-button.tsx";
import { ErrorNotice } from "../../../components/problems/error-notice.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { SkeletonText } from "../../../ui/display/skeleton.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { EmptyState } from "../../../ui/layout/empty-state.tsx";
import { PlaceLink } from "../../../ui/place-link.tsx";
import { AttributesLine } from "./attributes-line.tsx";
import { type Instance, keyOf } from "./instance.ts";
import { instancesTexts } from "./texts.ts";

interface InstanceLevelProps {
  readonly resource: string;
  /** Undefined for the top. */
  readonly parent: Instance | undefined;
  readonly label: string;
  readonly emptyAction?: ReactNode;
  /** Opens the dialog for a new instance below this id. */
  onAdd(parent: string): void;
}

/** One level of the tree: the direct children of the parent, page by page. */
export function InstanceLevel({ resource, parent, label, emptyAction, onAdd }: InstanceLevelProps) {
  const texts = useTexts(instancesTexts);
  const query = { parent: parent ? keyOf(parent) : "none" };
  const pages = usePages("GET /resources/{name}/instances", { params: { name: resource }, query });
  const items = pages.data?.pages.flatMap(({ body }) => body.items);
  if (pages.error && !items) return <ErrorNotice error={pages.error} retry={() => void pages.refetch()} />;
  if (!items)
    return (
      <div className="px-4 py-3">
        <SkeletonText lines={parent ? 2 : 5} />
      </div>
    );
  if (items.length === 0)
    return parent ? (
      <p className="py-2 ps-10 pe-4 text-sm text-muted">{texts.nothingBelow}</p>
    ) : (
      <EmptyState title={texts.noneTitle} action={emptyAction}>
        {texts.noneHint}
      </EmptyState>
    );
  return (
    <>
      <ul aria-label={label} className={classNames("divide-y", parent && "ms-6 border-s")}>
        {items.map((instance) => (
          <InstanceNode key={instance.id} resource={resource} instance={instance} onAdd={onAdd} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className={classNames("border-t px-4 py-2", parent && "ms-6 border-s")}>
          <Button size="small" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
    </>
  );
}

interface InstanceNodeProps {
  readonly resource: string;
  readonly instance: Instance;
  onAdd(parent: string): void;
}

function InstanceNode({ resource, instance, onAdd }: InstanceNodeProps) {
  const texts = useTexts(instancesTexts);
  const [open, setOpen] = useState(false);
  return (
    <li>
      <div className="flex min-h-11 items-center gap-2 px-3 py-1 hover:bg-hover">
        <button
          type="button"
          aria-expanded={open}
          aria-label={texts.below(instance.id)}
          onClick={() => setOpen(!open)}
          className="rounded-small p-1.5 text-muted hover:text-ink"
        >
          <Icon name={open ? "down" : "right"} />
        </button>
        <PlaceLink
          place={{
            to: "/resources/$name/instances",
            params: { name: resource },
            search: { open: instance.id },
          }}
          className="shrink-0 font-mono text-sm font-medium hover:text-accent-ink hover:underline"
        >
          {instance.id}
        </PlaceLink>
        <AttributesLine attributes={instance.attributes} />
        <PermittedIconButton
          icon="plus"
          size="small"
          needs="resources.write"
          label={texts.addBelow(instance.id)}
          onClick={() => onAdd(instance.id)}
        />
      </div>
      {open && (
        <InstanceLevel resource={resource} parent={instance} label={texts.below(instance.id)} onAdd={onAdd} />
      )}
    </li>
  );
}
