import type { GraphEdge, GraphNode } from "./graph-types.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedNode extends GraphNode, Point {}

export interface PlacedEdge extends GraphEdge {
  /** From the right side of a node to the left side of another, around the nodes between them. */
  readonly way: readonly Point[];
}

export interface GraphLayout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

export const NODE_WIDTH = 156;
export const NODE_HEIGHT = 46;
const GAP_DOWN = 14;
const GAP_ACROSS = 52;
/** Where words stand on the edges. */
const GAP_ACROSS_WORDS = 77;

/** What takes a row of a layer: a node, or an edge that passes on its way to a later layer. */
interface Slot {
  readonly id: string;
  readonly layer: number;
  readonly node?: GraphNode;
}

/** From left to right in layers: every edge leads to a later one, and neighbours stand near each other. */
export function layoutGraph(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): GraphLayout {
  const depths = depthsOf(nodes, edges);
  const known = edges.filter(({ from, to }) => depths.has(from) && depths.has(to));
  const ways = known.map((edge) => slotsOfWay(edge, depths));
  const slots: Slot[] = [
    ...nodes.map((node) => ({ id: node.id, layer: depths.get(node.id) ?? 0, node })),
    ...ways.flatMap((way) => way.slice(1, -1)),
  ];
  const hops = ways.flatMap((way) =>
    way.slice(1).map((slot, index) => [way[index]?.id ?? "", slot.id] as const),
  );
  const layers = orderLayers(slots, hops);

  const across = NODE_WIDTH + (edges.some(({ label }) => label) ? GAP_ACROSS_WORDS : GAP_ACROSS);
  const down = NODE_HEIGHT + GAP_DOWN;
  const height = Math.max(1, ...layers.map((layer) => layer.length)) * down - GAP_DOWN;
  const places = new Map<string, Point>();
  for (const [column, layer] of layers.entries()) {
    const top = (height - (layer.length * down - GAP_DOWN)) / 2;
    for (const [row, { id }] of layer.entries()) places.set(id, { x: column * across, y: top + row * down });
  }
  const placeOf = (id: string): Point => places.get(id) ?? { x: 0, y: 0 };
  return {
    nodes: nodes.map((node) => ({ ...node, ...placeOf(node.id) })),
    edges: known.map((edge, index) => ({
      ...edge,
      way: wayOf((ways[index] ?? []).map(({ id }) => placeOf(id))),
    })),
    width: Math.max(1, layers.length) * across - (across - NODE_WIDTH),
    height,
  };
}

/** A node stands one layer after the last of those that lead to it. */
function depthsOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): ReadonlyMap<string, number> {
  const depths = new Map(nodes.map(({ id }) => [id, 0]));
  // A path has fewer edges than there are nodes: after as many rounds even a cycle has had its say.
  for (let round = 1; round < nodes.length; round += 1) {
    let moved = false;
    for (const { from, to } of edges) {
      const depth = (depths.get(from) ?? 0) + 1;
      if (depth >= nodes.length || (depths.get(to) ?? depth) >= depth) continue;
      depths.set(to, depth);
      moved = true;
    }
    if (!moved) break;
  }
  return depths;
}

/** The slots that an edge goes through: its ends, and one in every layer between them. */
function slotsOfWay({ from, to, label }: GraphEdge, depths: ReadonlyMap<string, number>): readonly Slot[] {
  const [first, last] = [depths.get(from) ?? 0, depths.get(to) ?? 0];
  const between = Array.from({ length: Math.max(0, last - first - 1) }, (_, index) => ({
    id: `${from} ${to} ${label ?? ""} ${index}`,
    layer: first + index + 1,
  }));
  return [{ id: from, layer: first }, ...between, { id: to, layer: last }];
}

/** Each slot moves to the middle of its neighbours, forth and back: few edges cross then. */
function orderLayers(slots: readonly Slot[], hops: readonly (readonly [string, string])[]): Slot[][] {
  const byLayer = Map.groupBy(slots, ({ layer }) => layer);
  let layers = [...byLayer.keys()]
    .toSorted((one, other) => one - other)
    .map((layer) => byLayer.get(layer) ?? []);
  for (const direction of ["forth", "back", "forth", "back"] as const) {
    const places = new Map(
      layers.flatMap((layer) => layer.map(({ id }, row) => [id, (row + 0.5) / layer.length] as const)),
    );
    const middle = ({ id }: Slot): number => {
      const neighbours = hops
        .filter(([from, to]) => (direction === "forth" ? to : from) === id)
        .map(([from, to]) => places.get(direction === "forth" ? from : to) ?? 0);
      if (neighbours.length === 0) return places.get(id) ?? 0;
      return neighbours.reduce((sum, place) => sum + place, 0) / neighbours.length;
    };
    layers = layers.map((layer) => layer.toSorted((one, other) => middle(one) - middle(other)));
  }
  return layers;
}

/** Straight through the slots that it only passes. */
const wayOf = (places: readonly Point[]): readonly Point[] =>
  places.flatMap(({ x, y }, index) => {
    const middle = y + NODE_HEIGHT / 2;
    if (index === 0) return [{ x: x + NODE_WIDTH, y: middle }];
    if (index === places.length - 1) return [{ x: x - 6, y: middle }];
    return [
      { x, y: middle },
      { x: x + NODE_WIDTH, y: middle },
    ];
  });
