import { ADMINISTRATOR_ROLE } from "../../components/access/role.ts";
import { SimulatedDeleteButton } from "../../components/draft/simulated-delete-button.tsx";
import { KindPage } from "../../components/pages/kind-page.tsx";
import { rolesTexts } from "../../components/roles/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { SkeletonText } from "../../ui/display/skeleton.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { EffectiveGrants } from "./effective-grants.tsx";
import { RoleEditor } from "./role-editor.tsx";
import { RoleHolders } from "./role-holders.tsx";
import { RoleInheritance } from "./role-inheritance.tsx";

const isOwn = ({ id }: { readonly id: string }) => id === ADMINISTRATOR_ROLE;

export function RolePage() {
  const texts = useTexts(rolesTexts);
  const labels = texts.tabs;
  return (
    <KindPage
      kind="role"
      texts={texts}
      isOwn={isOwn}
      badge={(role) => isOwn(role) && <Badge icon="lock">{texts.builtIn}</Badge>}
      actions={(role) => !isOwn(role) && <SimulatedDeleteButton kind="role" name={role.name} texts={texts} />}
      parts={{
        grants: {
          label: labels.grants,
          stays: true,
          view(name, stored) {
            if (!stored) return <SkeletonText lines={8} />;
            if (!isOwn(stored.value)) return <RoleEditor stored={stored} />;
            const roles = new Map([[name, stored.value]]);
            return (
              <Section title={texts.grants} description={texts.builtInHint}>
                <EffectiveGrants name={name} related={{ roles, inheriting: new Set(), isPartial: false }} />
              </Section>
            );
          },
        },
        inheritance: { label: labels.inheritance, view: (name) => <RoleInheritance name={name} /> },
        holders: { label: labels.holders, view: (name) => <RoleHolders name={name} /> },
      }}
    />
  );
}
