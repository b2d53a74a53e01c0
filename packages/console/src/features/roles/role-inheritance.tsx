import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { rolesTexts } from "../../components/roles/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Skeleton } from "../../ui/display/skeleton.tsx";
import { Graph } from "../../ui/graph/graph.tsx";
import type { GraphEdge, GraphNode } from "../../ui/graph/graph-types.ts";
import { Section } from "../../ui/layout/section.tsx";
import { EffectiveGrants } from "./effective-grants.tsx";
import type { RoleFamily } from "./role-family.ts";
import { useRoleFamily } from "./use-role-family.ts";

export function RoleInheritance({ name }: { readonly name: string }) {
  const texts = useTexts(rolesTexts);
  const navigate = useNavigate();
  const family = useRoleFamily(name);
  const graph = useMemo(
    () => family.data && drawFamily(name, family.data, texts),
    [name, family.data, texts],
  );
  if (family.error && !family.data)
    return <ErrorNotice error={family.error} retry={() => void family.refetch()} />;
  return (
    <>
      <Section title={texts.inheritanceTitle} description={texts.inheritanceHint}>
        {!graph && <Skeleton className="h-20 w-full" />}
        {graph && graph.edges.length === 0 && <p className="min-h-20 text-muted">{texts.inheritanceAlone}</p>}
        {graph && graph.edges.length > 0 && (
          <Graph
            label={texts.inheritanceTitle}
            current={name}
            nodes={graph.nodes}
            edges={graph.edges}
            onOpen={({ id }) => void navigate({ to: "/roles/$name", params: { name: id } })}
          />
        )}
        {family.data?.isPartial && <p className="mt-2 text-sm text-muted">{texts.tooMany}</p>}
      </Section>
      <Section title={texts.effectiveTitle} description={texts.effectiveHint}>
        {family.data ? (
          <EffectiveGrants name={name} family={family.data} />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </Section>
    </>
  );
}

function drawFamily(
  name: string,
  { roles }: RoleFamily,
  texts: (typeof rolesTexts)["en"],
): { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] } {
  const shown = [...roles.values()];
  return {
    nodes: shown.map((role) => ({
      id: role.name,
      label: role.name,
      detail: texts.grantsCount(role.grants?.length ?? 0),
      kind: "role",
      state: role.name === name ? "granted" : "neutral",
    })),
    edges: shown.flatMap((role) =>
      (role.inherits ?? [])
        .filter((inherited) => roles.has(inherited))
        .map((inherited) => ({ from: role.name, to: inherited })),
    ),
  };
}
