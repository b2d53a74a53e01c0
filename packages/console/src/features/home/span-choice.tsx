import { useTexts } from "../../texts/use-texts.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { SPAN_NAMES, type SpanName } from "./spans.ts";
import { homeTexts } from "./texts.ts";

/** Selects the time range. Each range has its own address. */
export function SpanChoice({ span }: { readonly span: SpanName }) {
  const texts = useTexts(homeTexts);
  return (
    <nav aria-label={texts.span} className="flex rounded-control border border-edge bg-surface p-0.5">
      {SPAN_NAMES.map((name) => (
        <PlaceLink
          key={name}
          place={{ to: "/", search: { span: name } }}
          aria-current={name === span ? "page" : undefined}
          className="rounded-small px-2.5 py-1 text-sm font-medium text-muted hover:text-ink aria-[current=page]:bg-accent-tint aria-[current=page]:text-accent-ink"
        >
          {texts.spans[name]}
        </PlaceLink>
      ))}
    </nav>
  );
}
