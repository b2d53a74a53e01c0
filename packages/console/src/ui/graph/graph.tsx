import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { classNames } from "../class-names.ts";
import { Icon, type IconName } from "../icons.tsx";
import { uiTexts } from "../texts.ts";
import type { GraphEdge, GraphNode } from "./graph-types.ts";
import { layoutGraph, NODE_HEIGHT, type PlacedEdge, type PlacedNode, type Point } from "./layout-graph.ts";

interface GraphProps {
  readonly label: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** The main node of the view; the graph scrolls to it. */
  readonly current?: string;
  /** Runs when the user presses a node. Without it the nodes are read-only. */
  onOpen?(node: GraphNode): void;
}

const ICONS: Record<GraphNode["kind"], IconName> = {
  user: "person",
  group: "group",
  application: "application",
  access_account: "key",
  role: "role",
  permission: "lock",
  resource: "resource",
  condition: "code",
  decision: "check",
};

const NODE_LOOKS = {
  granted: "border-accent-ink bg-accent-tint",
  refused: "border-problem border-dashed bg-problem-tint",
  neutral: "border-line bg-surface",
};
const EDGE_LOOKS = {
  granted: { className: "stroke-accent-ink", dashes: undefined, width: 2 },
  refused: { className: "stroke-problem", dashes: "5 4", width: 1.75 },
  neutral: { className: "stroke-edge", dashes: undefined, width: 1.5 },
};

/** Draws how nodes lead to each other, such as principals, roles and permissions. */
export function Graph({ label, nodes, edges, current, onOpen }: GraphProps) {
  const texts = useTexts(uiTexts);
  const frame = useRef<HTMLDivElement>(null);
  const availableWidth = useWidth(frame);
  const layout = useMemo(() => layoutGraph(nodes, edges, availableWidth), [nodes, edges, availableWidth]);
  useLayoutEffect(() => {
    const node = layout.nodes.find(({ id }) => id === current);
    if (node && frame.current)
      frame.current.scrollLeft = node.x + (node.width - frame.current.clientWidth) / 2;
  }, [layout, current]);
  const placed = new Map(layout.nodes.map((node) => [node.id, node]));
  const nameOf = (id: string) => placed.get(id)?.label ?? id;
  return (
    <figure className="min-w-0">
      <figcaption className="sr-only">{label}</figcaption>
      <div ref={frame} className="overflow-x-auto p-1">
        <div className="relative" style={{ width: layout.width, height: layout.height }}>
          <svg width={layout.width} height={layout.height} className="absolute inset-0" aria-hidden="true">
            {layout.edges.map((edge) => (
              <Edge key={`${edge.from} ${edge.to} ${edge.label ?? ""}`} edge={edge} />
            ))}
          </svg>
          {/* An arrow key moves the focus to the nearest node in that direction. */}
          <ul aria-label={label} onKeyDown={(event) => moveBetweenNodes(event, layout.nodes)}>
            {layout.nodes.map((node) => (
              <li key={node.id} className="absolute" style={{ left: node.x, top: node.y }}>
                <Node node={node} state={texts.states[node.state ?? "neutral"]} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </div>
      </div>
      <details className="mt-2 text-sm">
        <summary className="text-muted">{texts.graphAsText}</summary>
        <ul className="mt-1 list-disc ps-5">
          {edges.map((edge) => (
            <li key={`${edge.from} ${edge.to} ${edge.label ?? ""}`}>
              {texts.graphLeadsTo(nameOf(edge.from), nameOf(edge.to), edge.label ?? "")}
            </li>
          ))}
        </ul>
      </details>
    </figure>
  );
}

/** Measures the width of an element, and again after a resize. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    setWidth(element.current.clientWidth);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

interface NodeProps {
  readonly node: PlacedNode;
  readonly state: string;
  readonly onOpen: ((node: GraphNode) => void) | undefined;
}

function Node({ node, state, onOpen }: NodeProps) {
  const words = (
    <>
      <Icon name={ICONS[node.kind]} className="size-4.5 text-muted" />
      <span className="min-w-0 flex-1 text-start">
        <span className="block truncate font-medium">{node.label}</span>
        {node.detail !== undefined && (
          <span className="block truncate text-xs text-muted">{node.detail}</span>
        )}
      </span>
      {node.state === "granted" && <Icon name="tick" className="size-4 text-accent-ink" />}
      {node.state === "refused" && <Icon name="cross" className="size-4 text-problem" />}
      <span className="sr-only">{state}</span>
    </>
  );
  const shared = {
    className: classNames(
      "flex items-center gap-2 rounded-control border px-2.5 text-sm leading-tight",
      NODE_LOOKS[node.state ?? "neutral"],
    ),
    style: { width: node.width, height: NODE_HEIGHT },
    title: node.detail === undefined ? node.label : `${node.label}\n${node.detail}`,
    "data-node": node.id,
  };
  return onOpen ? (
    <button type="button" {...shared} onClick={() => onOpen(node)}>
      {words}
    </button>
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk along the edges, which the list alone does not tell.
    <div {...shared} tabIndex={0}>
      {words}
    </div>
  );
}

function Edge({ edge }: { readonly edge: PlacedEdge }) {
  const look = EDGE_LOOKS[edge.state ?? "neutral"];
  const [start, next] = edge.route;
  const end = edge.route.at(-1);
  if (!start || !next || !end) return null;
  return (
    <g className={look.className}>
      <path d={curveAlong(edge.route)} fill="none" strokeWidth={look.width} strokeDasharray={look.dashes} />
      <path
        d={`M${end.x - 2} ${end.y - 4}l6 4-6 4`}
        fill="none"
        strokeWidth={look.width}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {edge.label !== undefined && (
        <text
          x={(start.x + next.x) / 2}
          y={(start.y + next.y) / 2 - 6}
          textAnchor="middle"
          strokeWidth="4"
          paintOrder="stroke"
          className="fill-muted stroke-surface text-[11px]"
        >
          {shortened(edge.label)}
        </text>
      )}
    </g>
  );
}

/** The curve is horizontal at every point, so that an edge meets its nodes at a right angle. */
const curveAlong = (route: readonly Point[]): string =>
  route
    .map((point, index) => {
      const before = route[index - 1];
      if (!before) return `M${point.x} ${point.y}`;
      const middle = (before.x + point.x) / 2;
      return `C${middle} ${before.y} ${middle} ${point.y} ${point.x} ${point.y}`;
    })
    .join("");

/** The label is cut to the gap between two layers; the text below the graph has it in full. */
const shortened = (label: string): string => (label.length > 12 ? `${label.slice(0, 11)}…` : label);

function moveBetweenNodes(event: KeyboardEvent<HTMLElement>, nodes: readonly PlacedNode[]): void {
  const id = (event.target as HTMLElement).dataset.node;
  const here = nodes.find((node) => node.id === id);
  if (!here) return;
  const next = {
    ArrowRight: nearestTo(
      here,
      nodes.filter(({ x }) => x > here.x),
    ),
    ArrowLeft: nearestTo(
      here,
      nodes.filter(({ x }) => x < here.x),
    ),
    ArrowDown: nearestTo(
      here,
      nodes.filter(({ x, y }) => x === here.x && y > here.y),
    ),
    ArrowUp: nearestTo(
      here,
      nodes.filter(({ x, y }) => x === here.x && y < here.y),
    ),
  }[event.key];
  if (!next) return;
  const elements = event.currentTarget.querySelectorAll<HTMLElement>("[data-node]");
  [...elements].find((element) => element.dataset.node === next.id)?.focus();
  event.preventDefault();
}

const nearestTo = (here: PlacedNode, nodes: readonly PlacedNode[]): PlacedNode | undefined => {
  const distance = ({ x, y }: PlacedNode) => Math.hypot(x - here.x, y - here.y);
  return nodes.toSorted((one, other) => distance(one) - distance(other))[0];
};
