import { getRouteApi, Outlet, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { describeCall } from "../../api/call-api.ts";
import { useRead } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton, SkeletonText } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { DeleteDialog } from "../deletion/delete-dialog.tsx";
import { isOwn, type Resource, toVersioned } from "./resource.ts";
import { ResourceContext } from "./resource-context.ts";
import { resourcesTexts } from "./texts.ts";

const route = getRouteApi("/resources/$name");

/** One API, in parts. */
export function ResourcePage() {
  const texts = useTexts(resourcesTexts);
  const { name } = route.useParams();
  const read = useRead("GET /resources/{name}", { params: { name } });
  // Another resource must not stand under this address while it is loading.
  const answer = read.isPlaceholderData ? undefined : read.data;
  const breadcrumbs = [{ label: texts.title, place: { to: "/resources" } }];
  const to = (tab: "" | "/instances" | "/callers" | "/connect") => ({
    to: `/resources/$name${tab}`,
    params: { name },
  });
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={breadcrumbs}
        badge={answer && isOwn(answer.body) && <Badge>{texts.own}</Badge>}
        subtitle={
          answer ? (
            <Copyable text={answer.body.identifier} label={texts.copyIdentifier} />
          ) : (
            <Skeleton className="my-1 h-5 w-64" />
          )
        }
        actions={answer && <Actions resource={answer.body} />}
      />
      <Tabs
        label={texts.partsLabel}
        tabs={[
          { label: texts.tabs.overview, place: to("") },
          { label: texts.tabs.instances, place: to("/instances") },
          { label: texts.tabs.callers, place: to("/callers") },
          { label: texts.tabs.connect, place: to("/connect") },
        ]}
      />
      {read.error && !answer && <ErrorNotice error={read.error} retry={() => void read.refetch()} />}
      {!answer && !read.error && <SkeletonText lines={8} />}
      {answer && (
        <ResourceContext value={toVersioned(answer)}>
          <Outlet />
        </ResourceContext>
      )}
    </>
  );
}

function Actions({ resource }: { readonly resource: Resource }) {
  const texts = useTexts(resourcesTexts);
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const params = { name: resource.name };
  return (
    <>
      <ApiCall call={describeCall("GET /resources/{name}", { params })} />
      {!isOwn(resource) && (
        <Menu
          trigger={<IconButton icon="more" label={texts.more} />}
          items={[{ label: texts.delete, icon: "trash", danger: true, onSelect: () => setDeleting(true) }]}
        />
      )}
      {deleting && (
        <DeleteDialog
          name="DELETE /resources/{name}"
          params={params}
          title={texts.deleteTitle(resource.name)}
          word={resource.name}
          consequences={[texts.deleteActions, texts.deleteTokens]}
          deleted={texts.deleted(resource.name)}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: "/resources" })}
        />
      )}
    </>
  );
}
