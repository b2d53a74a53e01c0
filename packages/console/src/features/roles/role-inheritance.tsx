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
import type { RelatedRoles } from "./related-roles.ts";
import { useRelatedRoles } from "./use-related-roles.ts";

export function RoleInheritance({ name }: { readonly name: string }) {
  const texts = useTexts(rolesTexts);
  const navigate = useNavigate();
  const related = useRelatedRoles(name);
  const graph = useMemo(
    () => related.data && drawRelatedRoles(name, related.data, texts),
    [name, related.data, texts],
  );
  if (related.error && !related.data)
    return <ErrorNotice error={related.error} retry={() => void related.refetch()} />;
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
        {related.data?.isPartial && <p className="mt-2 text-sm text-muted">{texts.tooMany}</p>}
      </Section>
      <Section title={texts.effectiveTitle} description={texts.effectiveHint}>
        {related.data ? (
          <EffectiveGrants name={name} related={related.data} />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </Section>
    </>
  );
}

function drawRelatedRoles(
  name: string,
  { roles }: RelatedRoles,
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
