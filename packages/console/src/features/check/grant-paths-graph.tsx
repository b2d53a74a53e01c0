import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { EVERY_USER, findPrincipal } from "../../components/principals/principal.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Graph } from "../../ui/graph/graph.tsx";
import type { GraphNode } from "../../ui/graph/graph-types.ts";
import { drawGrantPaths } from "./draw-grant-paths.ts";
import type { GrantPath, NearMiss } from "./question.ts";
import { checkTexts } from "./texts.ts";
import { useGrantPathNames } from "./use-grant-path-names.ts";

interface GrantPathsGraphProps {
  readonly paths: readonly (GrantPath | NearMiss)[];
  readonly permission: string;
  readonly allowed: boolean;
}

export function GrantPathsGraph({ paths, permission, allowed }: GrantPathsGraphProps) {
  const texts = useTexts(checkTexts);
  const navigate = useNavigate();
  const nameOf = useGrantPathNames(paths);
  const named = JSON.stringify(paths.flatMap(({ principals }) => principals).map(nameOf));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `nameOf` is new each time; `named` has all its results.
  const drawing = useMemo(
    () => drawGrantPaths(paths, { permission, allowed, nameOf, texts }),
    [paths, permission, allowed, texts, named],
  );
  const open = ({ kind, id, label }: GraphNode) => {
    const principal = findPrincipal(id);
    if (kind === "role") void navigate({ to: "/roles/$name", params: { name: label } });
    else if (principal?.type === "group")
      void navigate({ to: "/groups/$name", params: { name: principal.id } });
    else if (principal?.type === "user" && id !== EVERY_USER)
      void navigate({ to: "/users/$id", params: { id: principal.id } });
    else if (principal?.type === "application")
      void navigate({ to: "/applications/$clientId", params: { clientId: principal.id } });
  };
  return <Graph label={texts.graph} nodes={drawing.nodes} edges={drawing.edges} onOpen={open} />;
}
