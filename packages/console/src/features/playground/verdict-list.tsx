import { useState } from "react";
import { may } from "../../auth/may.ts";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { GiveDialog } from "../assignments/give-dialog.tsx";
import { reasonTexts } from "./reason-texts.ts";
import { assignmentOf, type Granted, type Mend, type Refused, type Verdict } from "./resolved.ts";
import { playgroundTexts } from "./texts.ts";
import { WayLine } from "./way-line.tsx";

/** Scope by scope: granted by what, or refused why and what would mend it. */
export function VerdictList({ verdicts }: { readonly verdicts: readonly Verdict[] }) {
  const texts = useTexts(playgroundTexts);
  const [mend, setMend] = useState<Mend | undefined>(undefined);
  const known = mend && assignmentOf(mend);
  return (
    <>
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
                <RefusedBecause item={verdict.item} onMend={setMend} />
              )}
            </div>
          </li>
        ))}
      </ul>
      {known && <GiveDialog known={known} title={texts.mendTitle} onClose={() => setMend(undefined)} />}
    </>
  );
}

function GrantedBecause({ item }: { readonly item: Granted }) {
  const texts = useTexts(playgroundTexts);
  if (!item.via) return <p className="text-sm text-muted">{texts.needsNoGrant}</p>;
  return <WayLine way={item.via} />;
}

function RefusedBecause({ item, onMend }: { readonly item: Refused; onMend(mend: Mend): void }) {
  const texts = useTexts(playgroundTexts);
  const { reasons, help } = useTexts(reasonTexts);
  const { language } = useLanguage();
  return (
    <div className="grid gap-2">
      <p>
        <b className="font-semibold text-problem">
          {reasons[item.reason]}
          {texts.stop}
        </b>
        {help[item.reason]}
      </p>
      {item.near_misses.length > 0 && (
        <div className="rounded-control border bg-inset px-3 py-2">
          <p className="mb-1 text-sm font-medium text-muted">{texts.nearMisses}</p>
          <ul className="grid gap-2">
            {item.near_misses.map((miss) => (
              <li key={`${miss.assignment.id} ${miss.grant}`}>
                <WayLine way={miss} />
                {miss.obstacles.map((obstacle) => (
                  <p key={JSON.stringify(obstacle)} className="text-sm text-problem">
                    {obstacle.kind === "expired" && texts.obstacles.expired}
                    {obstacle.kind === "elsewhere" && texts.obstacles.elsewhere(obstacle.at)}
                    {obstacle.kind === "condition" && texts.obstacles.condition}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </div>
      )}
      {item.mends.length > 0 && (
        <ul className="grid gap-1.5" aria-label={texts.mends}>
          {item.mends.map((mend) => {
            const assignment = assignmentOf(mend);
            return (
              <li key={mend.text} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                <span className="min-w-0 flex-1 text-muted">
                  {assignment ? (
                    texts.giveIt(
                      assignment.principal,
                      assignment.permission ?? assignment.role ?? "",
                      assignment.at,
                    )
                  ) : (
                    // The server's own words, which are English.
                    <span lang={language === "en" ? undefined : "en"}>{mend.text}</span>
                  )}
                </span>
                {assignment && may("assignments.write") && (
                  <Button size="small" icon="plus" onClick={() => onMend(mend)}>
                    {texts.give}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
