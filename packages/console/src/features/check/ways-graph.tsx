import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Graph } from "../../ui/graph/graph.tsx";
import type { GraphNode } from "../../ui/graph/graph-types.ts";
import { EVERY_USER, findPrincipal } from "../assignments/principal.ts";
import { drawWays } from "./draw-ways.ts";
import type { NearMiss, Way } from "./question.ts";
import { checkTexts } from "./texts.ts";
import { useWayNames } from "./use-way-names.ts";

interface WaysGraphProps {
  readonly ways: readonly (Way | NearMiss)[];
  readonly permission: string;
  readonly allowed: boolean;
}

export function WaysGraph({ ways, permission, allowed }: WaysGraphProps) {
  const texts = useTexts(checkTexts);
  const navigate = useNavigate();
  const nameOf = useWayNames(ways);
  const named = JSON.stringify(ways.flatMap(({ principals }) => principals).map(nameOf));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `nameOf` is new each time; `named` is what it says.
  const drawing = useMemo(
    () => drawWays(ways, { permission, allowed, nameOf, texts }),
    [ways, permission, allowed, texts, named],
  );
  const open = ({ kind, id, label }: GraphNode) => {
    const principal = findPrincipal(id);
    if (kind === "role") void navigate({ to: "/roles/$name", params: { name: label } });
    else if (principal?.type === "group")
      void navigate({ to: "/groups/$name", params: { name: principal.id } });
    else if (principal?.type === "user" && id !== EVERY_USER)
      void navigate({ to: "/people/$id", params: { id: principal.id } });
    else if (principal?.type === "application")
      void navigate({ to: "/applications/$clientId", params: { clientId: principal.id } });
  };
  return <Graph label={texts.graph} nodes={drawing.nodes} edges={drawing.edges} onOpen={open} />;
}
