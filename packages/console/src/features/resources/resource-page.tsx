import { getRouteApi, Outlet, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { describeCall } from "../../api/call-api.ts";
import { useRead } from "../../api/use-api.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { DeleteDialog } from "../../components/deletion/delete-dialog.tsx";
import { DeletedHistory } from "../../components/history/deleted-history.tsx";
import { historyTexts } from "../../components/history/texts.ts";
import { DetailPage } from "../../components/pages/detail-page.tsx";
import { PermittedMenu } from "../../components/permissions/permitted-menu.tsx";
import { inLanguage } from "../../texts/in-language.ts";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { Copyable } from "../../ui/button/copyable.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Skeleton, SkeletonText } from "../../ui/display/skeleton.tsx";
import { isOwn, type Resource, toVersioned } from "./resource.ts";
import { ResourceContext } from "./resource-context.ts";
import { resourcesTexts } from "./texts.ts";

const route = getRouteApi("/resources/$name");

/** The page of one API, with its tabs. */
export function ResourcePage() {
  const texts = useTexts(resourcesTexts);
  const history = useTexts(historyTexts);
  const { language } = useLanguage();
  const { name } = route.useParams();
  const read = useRead("GET /resources/{name}", { params: { name } });
  // The data of another resource must not appear under this address while the page loads.
  const answer = read.isPlaceholderData ? undefined : read.data;
  const to = (tab: "" | "/instances" | "/callers" | "/connect" | "/history") => ({
    to: `/resources/$name${tab}`,
    params: { name },
  });
  return (
    <DetailPage
      title={name}
      parent={{ label: texts.title, place: { to: "/resources" } }}
      badge={answer && isOwn(answer.body) && <Badge>{texts.own}</Badge>}
      subtitle={
        answer ? (
          <span className="flex flex-wrap items-center gap-x-3">
            {answer.body.display_name && !isOwn(answer.body) && (
              <span>{inLanguage(answer.body.display_name, language)}</span>
            )}
            <Copyable text={answer.body.identifier} label={texts.copyIdentifier} />
          </span>
        ) : (
          !read.error && <Skeleton className="my-1 h-5 w-64" />
        )
      }
      actions={answer && <Actions key={answer.body.name} resource={answer.body} />}
      tabs={{
        label: texts.partsLabel,
        all: [
          { label: texts.tabs.overview, place: to("") },
          { label: texts.tabs.instances, place: to("/instances") },
          { label: texts.tabs.callers, place: to("/callers") },
          { label: texts.tabs.connect, place: to("/connect") },
          { label: history.title, place: to("/history") },
        ],
      }}
      error={answer ? null : read.error}
      retry={() => void read.refetch()}
      gone={<DeletedHistory kind="resource" id={name} />}
    >
      {answer ? (
        <ResourceContext key={answer.body.name} value={toVersioned(answer)}>
          <Outlet />
        </ResourceContext>
      ) : (
        <SkeletonText lines={8} />
      )}
    </DetailPage>
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
        <PermittedMenu
          trigger={<IconButton icon="more" label={texts.more} />}
          items={[
            {
              label: texts.delete,
              icon: "trash",
              danger: true,
              needs: "resources.write",
              onSelect: () => setDeleting(true),
            },
          ]}
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
          onDeleted={() => void navigate({ to: "/resources", ignoreBlocker: true })}
        />
      )}
    </>
  );
}
