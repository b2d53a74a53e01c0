import {
  CHANGE_VERBS,
  RECORDED_TYPES,
  type RecordedType,
} from "../../../packages/server/src/audit/event-types.ts";
import { CHANGED_KINDS, EVENT_TEXTS } from "./event-texts.ts";
import { code, page, sentence, table } from "./markdown.ts";

/** By the object that a type names before its point. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "Tokens and calls": ["token", "authorization", "api", "limit"],
  "Users and sessions": ["user", "session", "consent", "logout"],
  Operation: ["key", "name", "audit", "clock", "backup", "snapshot", "changes"],
};

const objectOf = (type: RecordedType): string => type.slice(0, type.indexOf("."));

function describeEvent(type: RecordedType): string {
  const { meaning, target, data = [] } = EVENT_TEXTS[type];
  const facts = [target && `target: ${target}`, data.length > 0 && `data: ${data.map(code).join(", ")}`];
  return [`### ${type}`, facts.filter(Boolean).join(" · "), sentence(meaning)].filter(Boolean).join("\n\n");
}

export const writeEventsPage = (): string =>
  page(
    "# Events",
    "The audit log has these types of events. [The API](../guides/management-api.md#keys-audit-log-counters) and the console list them; [how they are stored and sampled](../operations.md#logs) is about running Licet. An event has an `id`, the time (`at`), the `type`, the `actor`, and where they apply `target`, `ip`, `request_id` and `data`.",
    "The actor is `application:CLIENT_ID`, `access_account:ACCESS_KEY`, `user:ID`, `client:CLIENT_ID` (a client that has not authenticated), `browser` (no user is signed in), `unknown` (client ids that do not exist), `cli`, `file:NAME`, `setup` (the page of a setup link) or `licet`. A member that may be missing ends in `?`.",
    Object.entries(GROUPS).flatMap(([title, objects]) => [
      `## ${title}`,
      ...RECORDED_TYPES.filter((type) => objects.includes(objectOf(type))).map(describeEvent),
    ]),
    "## Changes",
    `Each kind has ${CHANGE_VERBS.map((verb) => code(`KIND.${verb}`)).join(", ")}. A write that changes nothing has no event. \`data.revision\` is the revision of the change, and \`data.changes\` has the members before and after, for tokens that may read the object. [The guide to the API](../guides/management-api.md#keys-audit-log-counters) has all members of \`data\`.`,
    table(
      ["types", "target"],
      Object.entries(CHANGED_KINDS).map(([kind, target]) => [
        CHANGE_VERBS.map((verb) => code(`${kind}.${verb}`)).join(", "),
        target,
      ]),
    ),
  );
