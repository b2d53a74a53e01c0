import { useTexts } from "../../texts/use-texts.tsx";
import { Section } from "../../ui/layout/section.tsx";
import type { PlaygroundSearch } from "./playground-search.ts";
import { type ResolvedScopes, sortVerdicts } from "./resolved.ts";
import { playgroundTexts } from "./texts.ts";
import { VerdictList } from "./verdict-list.tsx";

interface VerdictSectionProps {
  readonly asked: Pick<PlaygroundSearch, "client" | "scope">;
  readonly resolved: ResolvedScopes;
  /** Changes the request, to ask for something else instead of what was refused. */
  onAsk(change: Pick<PlaygroundSearch, "scope" | "resource">): void;
}

/** Shows for each scope why it is granted or refused, and what would change that. */
export function VerdictSection({ asked: { client, scope = "" }, resolved, onAsk }: VerdictSectionProps) {
  const texts = useTexts(playgroundTexts);
  const replace = (item: string, other: string) => {
    const items = scope.split(" ").map((one) => (one === item ? other : one));
    onAsk({ scope: [...new Set(items)].join(" ") });
  };
  return (
    <Section
      title={texts.verdicts}
      description={texts.summary(resolved.granted.length, resolved.refused.length, resolved.revision)}
      frame="flush"
    >
      <VerdictList
        verdicts={sortVerdicts(resolved, scope)}
        clientId={client?.startsWith("ak_") ? undefined : client}
        onReplace={replace}
        onNameResource={(identifier) => onAsk({ resource: [identifier] })}
      />
      {resolved.granted.length + resolved.refused.length === 0 && (
        <p className="px-4 py-5 text-muted">{texts.nothingGranted}</p>
      )}
    </Section>
  );
}
