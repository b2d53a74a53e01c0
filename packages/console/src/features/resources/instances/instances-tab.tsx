import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { describeCall } from "../../../api/call-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { useListAddress } from "../../../components/lists/use-list-address.ts";
import { useShown } from "../../../components/pages/entity-context.ts";
import { PermittedButton } from "../../../components/permissions/permitted-button.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { FilterBar } from "../../../ui/form/filter-bar.tsx";
import { SearchInput } from "../../../ui/form/search-input.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { FoundInstances } from "./found-instances.tsx";
import { InstanceDrawer } from "./instance-drawer.tsx";
import { InstanceLevel } from "./instance-level.tsx";
import { NewInstanceDialog } from "./new-instance-dialog.tsx";
import { instancesTexts } from "./texts.ts";

const route = getRouteApi("/resources/$name/instances");

/** Lists the instances of a resource, as a tree that loads level by level or as the matches of a search. */
export function InstancesTab() {
  const texts = useTexts(instancesTexts);
  const { name } = useShown("resource").value;
  const { q, open, view } = route.useSearch();
  /** The parent of a new instance; `""` for a root instance. */
  const [adding, setAdding] = useState<string>();
  const list = useListAddress("instance", { searchedBy: "q" });
  const isTree = q === undefined && view !== "list";
  const query = isTree ? { parent: "none" } : q === undefined ? {} : { search: q };
  const create = (
    <PermittedButton kind="primary" icon="plus" needs="resources.write" onClick={() => setAdding("")}>
      {texts.create}
    </PermittedButton>
  );
  return (
    <Section
      title={texts.title}
      description={texts.description}
      frame="bare"
      actions={
        <>
          <ApiCall call={describeCall("GET /resources/{name}/instances", { params: { name }, query })} />
          {create}
        </>
      }
    >
      <FilterBar onClear={q === undefined ? undefined : () => list.change({ q: "" })}>
        <SearchInput
          value={q ?? ""}
          onChange={list.searchFor}
          label={texts.search}
          placeholder={texts.searchHint}
        />
        {q === undefined && (
          <Select
            label={texts.view}
            className="w-28"
            options={[
              { value: "tree", label: texts.asTree },
              { value: "list", label: texts.asList },
            ]}
            value={isTree ? "tree" : "list"}
            onChange={(next) => list.change({ view: next === "list" ? "list" : "" })}
          />
        )}
      </FilterBar>
      {isTree ? (
        <Card flush>
          <InstanceLevel
            resource={name}
            parent={undefined}
            label={texts.title}
            emptyAction={create}
            onAdd={setAdding}
          />
        </Card>
      ) : (
        <>
          {q === undefined && <p className="mb-3 text-muted">{texts.listHint}</p>}
          <FoundInstances resource={name} search={q} />
        </>
      )}
      <InstanceDrawer resource={name} id={open} onClose={() => list.change({ open: "" })} />
      {adding !== undefined && (
        <NewInstanceDialog resource={name} below={adding} onClose={() => setAdding(undefined)} />
      )}
    </Section>
  );
}
