import type { GraphEdge, GraphNode } from "./graph-types.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box extends Point {
  readonly width: number;
}

export interface PlacedNode extends GraphNode, Box {}

export interface PlacedEdge extends GraphEdge {
  /** The edge runs from the right side of a node to the left side of another, around the nodes between them. */
  readonly route: readonly Point[];
}

interface GraphLayout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

export const NODE_HEIGHT = 46;
/** A layer is as wide as its longest text, within these limits. */
const NODE_WIDTHS = { least: 112, most: 216 };
/** The approximate width of a character, of the icon, gaps and borders beside the text, and of the state mark. */
const LETTER_WIDTH = 8.4;
const BESIDE_TEXT_WIDTH = 54;
const MARK_WIDTH = 24;
const GAP_DOWN = 14;
const GAP_ACROSS = 44;
/** The smallest gap that still shows an arrow. */
const GAP_ACROSS_TIGHT = 26;
/** The gap between layers if edges have labels. */
const GAP_ACROSS_LABELS = 77;

/** A slot occupies one row of a layer: a node, or an edge that crosses the layer. */
interface Slot {
  readonly id: string;
  readonly layer: number;
  readonly node?: GraphNode;
}

/**
 * Lays out a graph from left to right in layers: every edge leads to a later layer, and neighbours are close to each
 * other. Edge labels are omitted if they do not fit.
 */
export function layoutGraph(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  availableWidth: number,
): GraphLayout {
  const depths = computeDepths(nodes, edges);
  const known = edges.filter(({ from, to }) => depths.has(from) && depths.has(to));
  const routes = known.map((edge) => listSlots(edge, depths));
  const slots: Slot[] = [
    ...nodes.map((node) => ({ id: node.id, layer: depths.get(node.id) ?? 0, node })),
    ...routes.flatMap((route) => route.slice(1, -1)),
  ];
  const hops = routes.flatMap((route) =>
    route.slice(1).map((slot, index) => [route[index]?.id ?? "", slot.id] as const),
  );
  const layers = orderLayers(slots, hops);

  const widths = layers.map(computeWidth);
  const filled = widths.reduce((sum, width) => sum + width, 0);
  const wanted = edges.some(({ label }) => label) ? GAP_ACROSS_LABELS : GAP_ACROSS;
  const fits = filled + (layers.length - 1) * wanted <= availableWidth;
  const gap = fits ? wanted : GAP_ACROSS_TIGHT;
  const down = NODE_HEIGHT + GAP_DOWN;
  const height = Math.max(1, ...layers.map((layer) => layer.length)) * down - GAP_DOWN;
  const places = new Map<string, Box>();
  let x = 0;
  for (const [column, layer] of layers.entries()) {
    const top = (height - (layer.length * down - GAP_DOWN)) / 2;
    const width = widths[column] ?? 0;
    for (const [row, { id }] of layer.entries()) places.set(id, { x, y: top + row * down, width });
    x += width + gap;
  }
  const placeOf = (id: string): Box => places.get(id) ?? { x: 0, y: 0, width: 0 };
  return {
    nodes: nodes.map((node) => ({ ...node, ...placeOf(node.id) })),
    edges: known.map(({ label, ...edge }, index) => ({
      ...edge,
      ...(fits && label !== undefined && { label }),
      route: computeRoute((routes[index] ?? []).map(({ id }) => placeOf(id))),
    })),
    width: Math.max(0, x - gap),
    height,
  };
}

function computeWidth(layer: readonly Slot[]): number {
  const wanted = layer.map(({ node }) => {
    if (!node) return 0;
    // The second line is smaller.
    const letters = Math.max(countLetters(node.label), countLetters(node.detail ?? "") * 0.85);
    const mark = node.state === undefined || node.state === "neutral" ? 0 : MARK_WIDTH;
    return letters * LETTER_WIDTH + BESIDE_TEXT_WIDTH + mark;
  });
  return Math.min(NODE_WIDTHS.most, Math.max(NODE_WIDTHS.least, ...wanted));
}

/** A character of an East Asian script is nearly twice as wide as a Latin one. */
const countLetters = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (letter >= "\u2e80" ? 1.8 : 1), 0);

/** A node is one layer after its last predecessor. */
function computeDepths(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
): ReadonlyMap<string, number> {
  const depths = new Map(nodes.map(({ id }) => [id, 0]));
  // A path has fewer edges than the graph has nodes, so this many rounds suffice, and a cycle cannot loop forever.
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

/** The slots of an edge: its ends, and one in every layer between them. */
function listSlots({ from, to, label }: GraphEdge, depths: ReadonlyMap<string, number>): readonly Slot[] {
  const [first, last] = [depths.get(from) ?? 0, depths.get(to) ?? 0];
  const between = Array.from({ length: Math.max(0, last - first - 1) }, (_, index) => ({
    id: `${from} ${to} ${label ?? ""} ${index}`,
    layer: first + index + 1,
  }));
  return [{ id: from, layer: first }, ...between, { id: to, layer: last }];
}

/** Each slot moves to the middle of its neighbours, in both directions, so that few edges cross. */
function orderLayers(slots: readonly Slot[], hops: readonly (readonly [string, string])[]): Slot[][] {
  const byLayer = Map.groupBy(slots, ({ layer }) => layer);
  let layers = [...byLayer.keys()]
    .toSorted((one, other) => one - other)
    .map((layer) => byLayer.get(layer) ?? []);
  for (const direction of ["forward", "backward", "forward", "backward"] as const) {
    const places = new Map(
      layers.flatMap((layer) => layer.map(({ id }, row) => [id, (row + 0.5) / layer.length] as const)),
    );
    const middle = ({ id }: Slot): number => {
      const neighbours = hops
        .filter(([from, to]) => (direction === "forward" ? to : from) === id)
        .map(([from, to]) => places.get(direction === "forward" ? from : to) ?? 0);
      if (neighbours.length === 0) return places.get(id) ?? 0;
      return neighbours.reduce((sum, place) => sum + place, 0) / neighbours.length;
    };
    layers = layers.map((layer) => layer.toSorted((one, other) => middle(one) - middle(other)));
  }
  return layers;
}

/** The edge is straight in the slots that it only crosses. */
const computeRoute = (places: readonly Box[]): readonly Point[] =>
  places.flatMap(({ x, y, width }, index) => {
    const middle = y + NODE_HEIGHT / 2;
    if (index === 0) return [{ x: x + width, y: middle }];
    if (index === places.length - 1) return [{ x: x - 6, y: middle }];
    return [
      { x, y: middle },
      { x: x + width, y: middle },
    ];
  });
