import { reasonTexts } from "../../components/decisions/reason-texts.ts";
import type { AskInstead } from "../../components/suggestions/suggestion-line.tsx";
import { SuggestionList } from "../../components/suggestions/suggestion-list.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { Icon } from "../../ui/icons.tsx";
import { GrantPathLine } from "./grant-path-line.tsx";
import type { Granted, Refused, Verdict } from "./resolved.ts";
import { playgroundTexts } from "./texts.ts";

interface VerdictListProps {
  readonly verdicts: readonly Verdict[];
  /** The application of the request, unless an access account sends it. */
  readonly clientId: string | undefined;
  /** Requests another scope instead of a refused one. */
  onReplace(asked: string, scope: string): void;
  /** Requests the same scopes for this resource only. */
  onNameResource(identifier: string): void;
}

/** Lists each scope with its grant path, or with the reason of its refusal and suggestions. */
export function VerdictList({ verdicts, clientId, onReplace, onNameResource }: VerdictListProps) {
  const texts = useTexts(playgroundTexts);
  return (
    <ul className="divide-y" aria-label={texts.verdicts}>
      {verdicts.map((verdict) => (
        <li key={`${verdict.item.asked} ${verdict.item.scope}`} className="flex gap-3 px-4 py-3">
          <Icon
            name={verdict.granted ? "check" : "blocked"}
            className={`mt-0.5 size-5 ${verdict.granted ? "text-accent-ink" : "text-problem"}`}
          />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <code className="font-semibold">{verdict.item.scope}</code>
              <Badge tone={verdict.granted ? "good" : "bad"}>
                {verdict.granted ? texts.granted : texts.refused}
              </Badge>
              {verdict.item.asked !== verdict.item.scope && (
                <span className="text-sm text-muted">
                  {texts.askedAs} <code>{verdict.item.asked}</code>
                </span>
              )}
            </p>
            {verdict.granted ? (
              <GrantedBecause item={verdict.item} />
            ) : (
              <RefusedBecause
                item={verdict.item}
                clientId={clientId}
                ask={{
                  scope: (scope) => onReplace(verdict.item.asked, scope),
                  resource: onNameResource,
                }}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function GrantedBecause({ item }: { readonly item: Granted }) {
  const texts = useTexts(playgroundTexts);
  if (!item.via) return <p className="text-sm text-muted">{texts.needsNoGrant}</p>;
  return <GrantPathLine path={item.via} />;
}

interface RefusedBecauseProps {
  readonly item: Refused;
  readonly clientId: string | undefined;
  readonly ask: AskInstead;
}

function RefusedBecause({ item, clientId, ask }: RefusedBecauseProps) {
  const texts = useTexts(playgroundTexts);
  const { reasons, help } = useTexts(reasonTexts);
  return (
    <div className="grid gap-2">
      <p>
        <b className="font-semibold text-problem">
          {reasons[item.reason]}
          {texts.stop}
        </b>
        {item.reason === "not_granted" && item.near_misses.length > 0 ? texts.nearly : help[item.reason]}
      </p>
      {item.near_misses.length > 0 && (
        <div className="rounded-control border bg-inset px-3 py-2">
          <p className="mb-1 text-sm font-medium text-muted">{texts.nearMisses}</p>
          <ul className="grid gap-2">
            {item.near_misses.map((miss) => (
              <li key={`${miss.assignment.id} ${miss.grant}`}>
                <GrantPathLine path={miss} />
                {miss.blocked_by.map((blocker) => (
                  <p key={JSON.stringify(blocker)} className="text-sm text-problem">
                    {blocker.kind === "expired" && texts.blockedBy.expired}
                    {blocker.kind === "other_instance" && texts.blockedBy.otherInstance(blocker.at)}
                    {blocker.kind === "condition" && texts.blockedBy.condition}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </div>
      )}
      <SuggestionList
        look="lines"
        suggestions={item.suggestions}
        nearMisses={item.near_misses}
        clientId={clientId}
        ask={ask}
      />
    </div>
  );
}
