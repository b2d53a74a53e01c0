import type { ReactNode } from "react";
import { findWord } from "../../texts/find-word.ts";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { formatNumber } from "../../ui/display/format-time.ts";
import { EntityName } from "../entities/entity-name.tsx";
import { classifyAccessChange, findAccessChange } from "./access-change.ts";
import { type AuditEvent, countOf, dataText, findSubject, listMissingPermissions } from "./audit-event.ts";
import { ChangedAccess } from "./changed-access.tsx";
import { findCause, findChange } from "./event-look.ts";
import { Phrase } from "./phrase.tsx";
import { sentenceFor } from "./sentence-for.ts";
import { activityTexts } from "./texts.ts";

/** Describes an event in one sentence. */
export function EventSentence({ event }: { readonly event: AuditEvent }) {
  const texts = useTexts(activityTexts);
  const accessChange = findAccessChange(event);
  const { language } = useLanguage();
  const reason = dataText(event, "reason") ?? "";
  const parts: Record<string, ReactNode> = {
    actor: <EntityName name={event.actor} />,
    target: event.target === undefined ? null : <EntityName name={event.target} />,
    subject: <EntityName name={findSubject(event) ?? `user:${dataText(event, "user") ?? ""}`} />,
    grant: <code className="text-sm">{dataText(event, "grant_type")}</code>,
    error: <code className="text-sm">{dataText(event, "error")}</code>,
    reason: findWord(texts.failures, reason) ?? findWord(texts.ends, reason) ?? reason,
    limit: findWord(texts.limits, dataText(event, "limit") ?? "") ?? dataText(event, "limit"),
    call: (
      <code className="text-sm">
        {dataText(event, "method")} {dataText(event, "path")}
      </code>
    ),
    lacking: <code className="text-sm">{listMissingPermissions(event).join(" ")}</code>,
    because: <code className="text-sm">{findCause(event)}</code>,
    kind: findWord(texts.kinds, findChange(event)?.kind ?? "") ?? findChange(event)?.kind,
    type: <code className="text-sm">{event.type}</code>,
    count: formatNumber(countOf(event) ?? 0, language),
    ip: event.ip === undefined ? texts.manyAddresses : <code className="text-sm">{event.ip}</code>,
    presented: findWord(texts.presented, dataText(event, "kind") ?? ""),
    access: accessChange && <ChangedAccess change={accessChange} />,
    principal: accessChange && <EntityName name={accessChange.principal} />,
  };
  if (accessChange) return <Phrase text={texts.accessChanges[classifyAccessChange(event)]} parts={parts} />;
  return <Phrase text={sentenceFor(event, texts)} parts={parts} />;
}
