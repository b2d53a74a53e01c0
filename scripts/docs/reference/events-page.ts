import { CHANGE_VERBS, RECORDED_TYPES } from "../../../packages/server/src/audit/event-types.ts";
import { CHANGED_KINDS, EVENT_TEXTS } from "./event-texts.ts";
import { code, page, table } from "./markdown.ts";

export const writeEventsPage = (): string =>
  page(
    "# Events",
    "The audit log has these types of events. [The API](../guides/management-api.md#keys-audit-log-counters) and the console list them; [how they are stored and sampled](../operations.md#logs) is about running Licet. An event has an `id`, the time (`at`), the `type`, the `actor`, and where they apply `target`, `ip`, `request_id` and `data`.",
    "The actor is `application:CLIENT_ID`, `access_account:ACCESS_KEY`, `user:ID`, `client:CLIENT_ID` (a client that has not authenticated), `browser` (no user is signed in), `unknown` (client ids that do not exist), `cli`, `file:NAME`, `setup` (the page of a setup link) or `licet`. A member that may be missing ends in `?`.",
    "## What happened",
    table(
      ["type", "meaning", "target", "members of `data`"],
      RECORDED_TYPES.map((type) => {
        const { meaning, target = "", data = [] } = EVENT_TEXTS[type];
        return [code(type), meaning, target, data.map(code).join(", ")];
      }),
    ),
    "## What was changed",
    `Each kind has ${CHANGE_VERBS.map((verb) => code(`KIND.${verb}`)).join(", ")}. A write that changes nothing has no event. \`data.revision\` is the revision of the change, and \`data.changes\` has the members before and after, for tokens that may read the object. [The guide to the API](../guides/management-api.md#keys-audit-log-counters) has all members of \`data\`.`,
    table(
      ["types", "target"],
      Object.entries(CHANGED_KINDS).map(([kind, target]) => [
        CHANGE_VERBS.map((verb) => code(`${kind}.${verb}`)).join(", "),
        target,
      ]),
    ),
  );
