import { useToast } from "../../components/problems/toasts.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { BarChart } from "../../ui/charts/bar-chart.tsx";
import { LineChart } from "../../ui/charts/line-chart.tsx";
import type { Series } from "../../ui/charts/series.ts";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { Graph } from "../../ui/graph/graph.tsx";
import type { GraphEdge, GraphNode } from "../../ui/graph/graph-types.ts";
import { Section } from "../../ui/layout/section.tsx";
import { galleryTexts } from "./texts.ts";

const HOUR_MILLISECONDS = 3_600_000;
const START = Date.UTC(2026, 10, 14);

const wave = (name: string, height: number): Series => ({
  name,
  points: Array.from({ length: 25 }, (_, hour) => ({
    at: START + hour * HOUR_MILLISECONDS,
    value: Math.round(height * (1.2 + Math.sin(hour / 3) + (hour % 4) / 8)),
  })),
});

const NODES: readonly GraphNode[] = [
  { id: "alice", label: "Alice", detail: "user:alice", kind: "user" },
  { id: "support", label: "support", detail: "group", kind: "group", state: "granted" },
  { id: "clerk", label: "clerk", detail: "request.time < 18:00", kind: "role", state: "granted" },
  { id: "viewer", label: "viewer-with-a-rather-long-name", kind: "role", state: "granted" },
  { id: "manager", label: "manager", detail: "expired yesterday", kind: "role", state: "refused" },
  { id: "read", label: "orders:read", kind: "permission", state: "granted" },
];
const EDGES: readonly GraphEdge[] = [
  { from: "alice", to: "support", label: "member", state: "granted" },
  { from: "support", to: "clerk", label: "at orders/42", state: "granted" },
  { from: "clerk", to: "viewer", label: "inherits", state: "granted" },
  { from: "viewer", to: "read", state: "granted" },
  { from: "alice", to: "manager", state: "refused" },
  { from: "manager", to: "read" },
];

export function DataSamples() {
  const texts = useTexts(galleryTexts);
  const toast = useToast();
  return (
    <Section title={texts.data}>
      <div className="grid gap-8 xl:grid-cols-2">
        <LineChart label={texts.tokens} series={[wave(texts.tokens, 420), wave(texts.refused, 60)]} />
        <LineChart label={texts.tokens} series={[wave(texts.tokens, 4200)]} unit=" /s" />
        <BarChart
          label={texts.reasons}
          bars={[
            { name: "not_granted", value: 1204, place: { to: "/activity" } },
            { name: "condition_failed", value: 310 },
            { name: "unknown_scope", value: 42, tone: "bad" },
          ]}
        />
        <LineChart label={texts.tokens} series={[]} />
        <p className="flex items-center gap-3">
          <b className="text-xl">1,204</b>
          <Sparkline label={texts.tokens} values={[3, 5, 4, 8, 6, 9, 12, 7]} />
        </p>
      </div>
      <h3 className="mt-8 mb-2 font-semibold">{texts.decision}</h3>
      <Graph
        label={texts.decision}
        nodes={NODES}
        edges={EDGES}
        onOpen={({ label }) => toast({ title: label, kind: "info" })}
      />
    </Section>
  );
}
