import { type ReactNode, useId, useState } from "react";
import { findWord } from "../../texts/find-word.ts";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { Time } from "../../ui/display/time.tsx";
import { Icon } from "../../ui/icons.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { TONE_CLASSES } from "../../ui/tone.ts";
import { reasonTexts } from "../decisions/reason-texts.ts";
import { type AuditEvent, dataText, listRefusals } from "./audit-event.ts";
import { describeFailure } from "./describe-failure.ts";
import { EventDetails } from "./event-details.tsx";
import { getEventLook } from "./event-look.ts";
import { EventSentence } from "./event-sentence.tsx";
import { simulatorPlace } from "./simulator-place.ts";
import { activityTexts } from "./texts.ts";

interface EventRowProps {
  readonly event: AuditEvent;
  /** The event arrived while the page was open. */
  readonly isNew?: boolean;
  /** Shown below the sentence. */
  readonly children?: ReactNode;
}

export function EventRow({ event, isNew = false, children }: EventRowProps) {
  const texts = useTexts(activityTexts);
  const id = useId();
  const [open, setOpen] = useState(false);
  const { icon, tone } = getEventLook(event);
  const simulator = simulatorPlace(event);
  return (
    <li className={isNew ? "shadow-[inset_3px_0_0_var(--color-accent-ink)]" : ""}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 px-4 py-2.5 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        <span className={`flex size-7 items-center justify-center rounded-full border ${TONE_CLASSES[tone]}`}>
          <Icon name={icon} />
        </span>
        <div className="min-w-0 pt-0.5">
          <p className="text-pretty">
            <EventSentence event={event} />
          </p>
          <div className="mt-0.5 flex flex-wrap items-center gap-x-3 empty:hidden">
            <EventFacts event={event} />
            {simulator && (
              <PlaceLink
                place={simulator}
                className="text-link inline-flex min-h-6 items-center gap-1 text-sm"
              >
                <Icon name={event.type === "api.denied" ? "access" : "playground"} className="size-3.5" />
                {event.type === "api.denied" ? texts.openInCheck : texts.openInPlayground}
              </PlaceLink>
            )}
          </div>
          {children}
        </div>
        <span className="flex items-center justify-between gap-1.5 text-sm text-muted max-sm:col-start-2">
          <Time at={event.at} />
          <button
            type="button"
            className="rounded-control p-1.5 hover:bg-hover hover:text-ink"
            aria-expanded={open}
            aria-controls={id}
            aria-label={texts.details}
            onClick={() => setOpen(!open)}
          >
            <Icon name="down" className={`size-4 transition-transform ${open ? "rotate-180" : ""}`} />
          </button>
        </span>
      </div>
      <div id={id} hidden={!open} className="border-t bg-inset px-4 py-4 md:ps-14">
        {open && <EventDetails event={event} />}
      </div>
    </li>
  );
}

/** Shows the scopes of the event and the reasons of the refused ones; the sentence omits them. */
function EventFacts({ event }: { readonly event: AuditEvent }) {
  const { reasons } = useTexts(reasonTexts);
  const granted = (dataText(event, "scope") ?? "").split(" ").filter((item) => item !== "");
  const refused = listRefusals(event);
  const { language } = useLanguage();
  const description = describeFailure(event, language);
  if (granted.length === 0 && refused.length === 0)
    return description === undefined ? null : <p className="text-sm text-muted">{description}</p>;
  return (
    <ul className="flex flex-wrap gap-1 py-0.5">
      {granted.slice(0, SHOWN_SCOPES).map((scope) => (
        <li key={scope} className="rounded-small bg-accent-tint px-1.5 font-mono text-xs text-accent-ink">
          {scope}
        </li>
      ))}
      {granted.length > SHOWN_SCOPES && (
        <li className="text-sm text-muted">+{granted.length - SHOWN_SCOPES}</li>
      )}
      {refused.map(({ scope, reason }) => (
        <li key={scope} className="rounded-small bg-problem-tint px-1.5 text-xs text-problem">
          <s className="font-mono">{scope}</s> {findWord(reasons, reason) ?? reason}
        </li>
      ))}
    </ul>
  );
}

const SHOWN_SCOPES = 8;
