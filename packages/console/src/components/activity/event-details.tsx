import { useTexts } from "../../texts/use-texts.tsx";
import { Copyable } from "../../ui/button/copyable.tsx";
import { TextLink } from "../../ui/button/text-link.tsx";
import { Json } from "../../ui/display/json.tsx";
import { Time } from "../../ui/display/time.tsx";
import { KeyValue, type KeyValueRow } from "../../ui/layout/key-value.tsx";
import type { AuditEvent } from "./audit-event.ts";
import { activityTexts } from "./texts.ts";

/** Shows all recorded data of one event. */
export function EventDetails({ event }: { readonly event: AuditEvent }) {
  const texts = useTexts(activityTexts);
  const rows: readonly (KeyValueRow | false)[] = [
    { key: texts.when, value: <Time at={event.at} look="absolute" /> },
    {
      key: texts.type,
      value: (
        <TextLink to="/activity" search={{ type: event.type }}>
          <code>{event.type}</code>
        </TextLink>
      ),
    },
    {
      key: texts.actor,
      value: (
        <TextLink to="/activity" search={{ actor: event.actor }}>
          <code>{event.actor}</code>
        </TextLink>
      ),
    },
    event.target !== undefined && {
      key: texts.target,
      value: (
        <TextLink to="/activity" search={{ target: event.target }}>
          <code>{event.target}</code>
        </TextLink>
      ),
    },
    event.ip !== undefined && { key: texts.ip, value: <code>{event.ip}</code> },
    event.request_id !== undefined && {
      key: texts.requestId,
      value: (
        <span className="inline-flex flex-wrap items-center gap-x-3">
          <Copyable text={event.request_id} />
          <TextLink to="/activity" search={{ request: event.request_id }} className="text-sm">
            {texts.onlyThisRequest}
          </TextLink>
        </span>
      ),
    },
    event.data !== undefined && { key: texts.data, value: <Json value={event.data} open={3} /> },
  ];
  return <KeyValue rows={rows.filter((row) => row !== false)} />;
}
