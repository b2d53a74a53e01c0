import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { DeleteDialog } from "../../components/deletion/delete-dialog.tsx";
import { KindPage } from "../../components/pages/kind-page.tsx";
import { PermittedMenu } from "../../components/permissions/permitted-menu.tsx";
import { inLanguage } from "../../texts/in-language.ts";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { Copyable } from "../../ui/button/copyable.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { isOwn, type Resource } from "./resource.ts";
import { resourcesTexts } from "./texts.ts";

/** The page of one API, with its tabs. */
export function ResourcePage() {
  const texts = useTexts(resourcesTexts);
  const { language } = useLanguage();
  const { overview, ...tabs } = texts.tabs;
  return (
    <KindPage
      kind="resource"
      texts={{ title: texts.title, tabsLabel: texts.partsLabel }}
      isOwn={isOwn}
      badge={(resource) => isOwn(resource) && <Badge>{texts.own}</Badge>}
      subtitle={(resource) =>
        resource && (
          <span className="flex flex-wrap items-center gap-x-3">
            {resource.display_name && !isOwn(resource) && (
              <span>{inLanguage(resource.display_name, language)}</span>
            )}
            <Copyable text={resource.identifier} label={texts.copyIdentifier} />
          </span>
        )
      }
      actions={(resource) => <Actions resource={resource} />}
      tabs={() => ({ "": overview, ...tabs })}
    />
  );
}

function Actions({ resource }: { readonly resource: Resource }) {
  const texts = useTexts(resourcesTexts);
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
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
          kind="resource"
          params={{ name: resource.name }}
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
