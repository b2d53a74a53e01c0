import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { readNesting } from "../../components/groups/read-nesting.ts";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Skeleton } from "../../ui/display/skeleton.tsx";
import { Graph } from "../../ui/graph/graph.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { groupsTexts } from "./texts.ts";

export function GroupNesting({ name }: { readonly name: string }) {
  const texts = useTexts(groupsTexts);
  const navigate = useNavigate();
  const nesting = useQuery({
    queryKey: ["nesting of a group", name],
    queryFn: ({ signal }) => readNesting(name, signal),
  });
  const graph = useMemo(
    () =>
      nesting.data && {
        nodes: nesting.data.groups.map((group) => ({
          id: group,
          label: group,
          kind: "group" as const,
          state: group === name ? ("granted" as const) : ("neutral" as const),
        })),
        edges: nesting.data.contains.map(([from, to]) => ({ from, to })),
      },
    [nesting.data, name],
  );
  return (
    <Section title={texts.nestingTitle} description={texts.nestingHint}>
      {nesting.error && !nesting.data && (
        <ErrorNotice error={nesting.error} retry={() => void nesting.refetch()} />
      )}
      {nesting.isPending && <Skeleton className="h-32 w-full" />}
      {graph && graph.edges.length === 0 && <p className="text-muted">{texts.nestingNone}</p>}
      {graph && graph.edges.length > 0 && (
        <Graph
          label={texts.nestingTitle}
          current={name}
          nodes={graph.nodes}
          edges={graph.edges}
          onOpen={({ id }) => void navigate({ to: "/groups/$name", params: { name: id } })}
        />
      )}
      {nesting.data?.isPartial && <p className="mt-2 text-sm text-muted">{texts.nestingCut}</p>}
    </Section>
  );
}
