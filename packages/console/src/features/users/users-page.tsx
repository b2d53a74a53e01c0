import type { Entity } from "../../api/entities.ts";
import { KindListPage } from "../../components/pages/kind-list-page.tsx";
import { nameUser } from "../../components/principals/name-principal.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Clamped } from "../../ui/display/clamped.tsx";
import { Time } from "../../ui/display/time.tsx";
import { useUserBulk } from "./bulk/use-user-bulk.ts";
import { userTexts } from "./texts.ts";

export function UsersPage() {
  const texts = useTexts(userTexts);
  const { columns } = texts;
  const { all, ...states } = texts.states;
  return (
    <KindListPage
      kind="user"
      texts={texts}
      nameOf={nameUser}
      filters={[
        { by: "enabled", name: "state", label: columns.state, className: "w-40", any: all, choices: states },
      ]}
      columns={[
        { id: "name", header: columns.name, sort: "name", cell: nameUser },
        {
          id: "username",
          header: columns.username,
          sort: "username",
          cell: ({ username }) => <Clamped code text={username} />,
        },
        { id: "email", header: columns.email, sort: "email", cell: ({ email }) => email, from: "tablet" },
        { id: "state", header: columns.state, sort: "enabled", cell: (user) => <StateBadge user={user} /> },
        {
          id: "created",
          header: columns.created,
          sort: "-created_at",
          cell: ({ created_at }) => <Time at={created_at} />,
          from: "desktop",
        },
      ]}
      bulk={useUserBulk()}
    />
  );
}

function StateBadge({ user }: { readonly user: Entity<"user"> }) {
  const texts = useTexts(userTexts);
  return user.enabled ? (
    <Badge tone="good">{texts.states.enabled}</Badge>
  ) : (
    <Badge tone="warning" icon="blocked">
      {texts.states.disabled}
    </Badge>
  );
}
