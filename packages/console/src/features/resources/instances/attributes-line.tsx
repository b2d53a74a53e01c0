import type { Instance } from "./instance.ts";

/** Shows attributes on one line, cut at its end. */
export function AttributesLine({ attributes = {} }: { readonly attributes: Instance["attributes"] }) {
  const words = Object.entries(attributes).map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return <span className="min-w-0 flex-1 truncate text-sm text-muted">{words.join(" · ")}</span>;
}
