import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { describeCall } from "../../api/call-api.ts";
import { useRead, useWrite } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Section } from "../../ui/section.tsx";
import { SkeletonText } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { DeleteDialog } from "../draft/delete-dialog.tsx";
import { EffectiveGrants } from "./effective-grants.tsx";
import { ADMINISTRATOR_ROLE } from "./role.ts";
import { RoleEditor } from "./role-editor.tsx";
import { RoleHolders } from "./role-holders.tsx";
import { RoleInheritance } from "./role-inheritance.tsx";
import { rolesTexts } from "./texts.ts";

const route = getRouteApi("/roles/$name");
const TABS = ["grants", "inheritance", "holders"] as const;

export function RolePage() {
  const { name } = route.useParams();
  return <RoleView key={name} name={name} />;
}

function RoleView({ name }: { readonly name: string }) {
  const texts = useTexts(rolesTexts);
  const search = route.useSearch();
  const tab = TABS.find((known) => known === search.tab) ?? "grants";
  const role = useRead("GET /roles/{name}", { params: { name } });
  const isBuiltIn = name === ADMINISTRATOR_ROLE;
  return (
    <>
      <PageHeader
        title={name}
        description={role.data?.body.description}
        breadcrumbs={[{ label: texts.title, place: { to: "/roles" } }]}
        badge={isBuiltIn && <Badge icon="lock">{texts.builtIn}</Badge>}
        actions={
          <>
            <ApiCall call={describeCall("GET /roles/{name}", { params: { name } })} />
            {!isBuiltIn && role.data && <DeleteRole name={name} />}
          </>
        }
      />
      <Tabs
        label={texts.tabsLabel}
        tabs={TABS.map((each) => ({
          label: texts.tabs[each],
          place: {
            to: "/roles/$name",
            params: { name },
            search: each === "grants" ? {} : { tab: each },
          },
          current: each === tab,
        }))}
      />
      {role.error && !role.data ? (
        <ErrorNotice error={role.error} retry={() => void role.refetch()} />
      ) : (
        <>
          {/* Hidden, not taken away: what was typed is still there when the tab comes back. */}
          <div hidden={tab !== "grants"}>
            {!role.data && <SkeletonText lines={8} />}
            {role.data && !isBuiltIn && <RoleEditor read={role.data} />}
            {role.data && isBuiltIn && (
              <Section title={texts.grants} description={texts.builtInHint}>
                <EffectiveGrants
                  name={name}
                  family={{ roles: new Map([[name, role.data.body]]), heirs: new Set(), isPartial: false }}
                />
              </Section>
            )}
          </div>
          {tab === "inheritance" && <RoleInheritance name={name} />}
          {tab === "holders" && <RoleHolders name={name} />}
        </>
      )}
    </>
  );
}

function DeleteRole({ name }: { readonly name: string }) {
  const texts = useTexts(rolesTexts);
  const navigate = useNavigate();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const remove = useWrite("DELETE /roles/{name}");
  const confirm = async (cascade: boolean) => {
    await remove.mutateAsync({ params: { name }, query: { cascade: cascade ? "true" : "false" } });
    toast({ title: texts.deleted(name) });
    await navigate({ to: "/roles" });
  };
  return (
    <>
      <Button icon="trash" onClick={() => setOpen(true)}>
        {texts.delete}
      </Button>
      {open && (
        <DeleteDialog
          kind="role"
          id={name}
          title={texts.deleteTitle(name)}
          call={describeCall("DELETE /roles/{name}", { params: { name }, query: { cascade: "true" } })}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
