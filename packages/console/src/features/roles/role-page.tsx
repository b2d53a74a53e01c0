import { getRouteApi } from "@tanstack/react-router";
import { describeCall } from "../../api/call-api.ts";
import { useRead } from "../../api/use-api.ts";
import { may } from "../../auth/may.ts";
import { ADMINISTRATOR_ROLE } from "../../components/access/role.ts";
import { ApiCall } from "../../components/api-call/api-call.tsx";
import { SimulatedDeleteButton } from "../../components/draft/simulated-delete-button.tsx";
import { DeletedHistory } from "../../components/history/deleted-history.tsx";
import { History } from "../../components/history/history.tsx";
import { historyTexts } from "../../components/history/texts.ts";
import { DetailPage } from "../../components/pages/detail-page.tsx";
import { rolesTexts } from "../../components/roles/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { Description } from "../../ui/layout/description.tsx";
import { searchTabs } from "../../ui/layout/search-tabs.ts";
import { Section } from "../../ui/layout/section.tsx";
import { EffectiveGrants } from "./effective-grants.tsx";
import { RoleEditor } from "./role-editor.tsx";
import { RoleHolders } from "./role-holders.tsx";
import { RoleInheritance } from "./role-inheritance.tsx";

const route = getRouteApi("/roles/$name");
const TABS = ["grants", "inheritance", "holders", "history"] as const;

export function RolePage() {
  const { name } = route.useParams();
  return <RoleView key={name} name={name} />;
}

function RoleView({ name }: { readonly name: string }) {
  const texts = useTexts(rolesTexts);
  const search = route.useSearch();
  const labels = { ...texts.tabs, history: useTexts(historyTexts).title };
  const tabs = TABS.filter((known) => known !== "history" || may("audit.read"));
  const tab = tabs.find((known) => known === search.tab) ?? "grants";
  const role = useRead("GET /roles/{name}", { params: { name } });
  const isBuiltIn = name === ADMINISTRATOR_ROLE;
  return (
    <DetailPage
      title={name}
      description={<Description read={role} none={texts.noDescription} />}
      parent={{ label: texts.title, place: { to: "/roles" } }}
      badge={isBuiltIn && <Badge icon="lock">{texts.builtIn}</Badge>}
      actions={
        <>
          <ApiCall call={describeCall("GET /roles/{name}", { params: { name } })} />
          {!isBuiltIn && role.data && (
            <SimulatedDeleteButton
              kind="role"
              name={name}
              question={texts.deleteTitle(name)}
              deleted={texts.deleted(name)}
            />
          )}
        </>
      }
      tabs={{
        label: texts.tabsLabel,
        all: searchTabs({ to: "/roles/$name", params: { name } }, labels, tabs, tab),
      }}
      error={role.data ? null : role.error}
      retry={() => void role.refetch()}
      gone={<DeletedHistory kind="role" id={name} />}
    >
      {/* The tab is hidden but stays mounted, so its input is kept when the user returns. */}
      <div hidden={tab !== "grants"}>
        {!role.data && <SkeletonText lines={8} />}
        {role.data && !isBuiltIn && <RoleEditor read={role.data} />}
        {role.data && isBuiltIn && (
          <Section title={texts.grants} description={texts.builtInHint}>
            <EffectiveGrants
              name={name}
              related={{ roles: new Map([[name, role.data.body]]), inheriting: new Set(), isPartial: false }}
            />
          </Section>
        )}
      </div>
      {tab === "inheritance" && <RoleInheritance name={name} />}
      {tab === "holders" && <RoleHolders name={name} />}
      {tab === "history" && role.data && (
        <History
          kind="role"
          id={name}
          name={name}
          present={{ value: role.data.body, etag: role.data.etag }}
          readOnly={isBuiltIn}
        />
      )}
    </DetailPage>
  );
}
