import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { callApi } from "../../api/call-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { Graph } from "../../ui/graph/graph.tsx";
import { Section } from "../../ui/section.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { groupsTexts } from "./texts.ts";

interface Nesting {
  /** What each group contains directly, groups only. */
  readonly inside: ReadonlyMap<string, readonly string[]>;
  readonly isPartial: boolean;
}

const MOST_GROUPS = 40;
/** Members come in the order of their names, and `group:…` is before `user:…`: the first page has the groups. */
const PAGE = 200;

export function GroupNesting({ name }: { readonly name: string }) {
  const texts = useTexts(groupsTexts);
  const navigate = useNavigate();
  const nesting = useQuery({
    queryKey: ["groups inside a group", name],
    queryFn: ({ signal }) => readNesting(name, signal),
  });
  const graph = useMemo(
    () =>
      nesting.data && {
        nodes: [...nesting.data.inside.keys()].map((group) => ({
          id: group,
          label: group,
          kind: "group" as const,
          state: group === name ? ("granted" as const) : ("neutral" as const),
        })),
        edges: [...nesting.data.inside].flatMap(([from, groups]) =>
          groups
            .filter((to) => nesting.data.inside.has(to))
            .map((to) => ({ from, to, label: texts.contains })),
        ),
      },
    [nesting.data, name, texts],
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
          nodes={graph.nodes}
          edges={graph.edges}
          onOpen={({ id }) => void navigate({ to: "/groups/$name", params: { name: id } })}
        />
      )}
      {nesting.data?.isPartial && <p className="mt-2 text-sm text-muted">{texts.nestingCut}</p>}
    </Section>
  );
}

async function readNesting(name: string, signal: AbortSignal): Promise<Nesting> {
  const inside = new Map<string, readonly string[]>();
  const waiting = [name];
  for (let next = waiting.shift(); next !== undefined && inside.size < MOST_GROUPS; next = waiting.shift()) {
    if (inside.has(next)) continue;
    const { body } = await callApi("GET /groups/{name}/members", {
      params: { name: next },
      query: { limit: PAGE },
      signal,
    });
    const groups = body.items
      .filter(({ member }) => member.startsWith("group:"))
      .map(({ member }) => member.slice("group:".length));
    inside.set(next, groups);
    waiting.push(...groups);
  }
  return { inside, isPartial: waiting.some((group) => !inside.has(group)) };
}
