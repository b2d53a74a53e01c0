import type { MetricName } from "../../../packages/server/src/observability/metric-definitions.ts";

/** What the reference says about a metric beyond the one line of its definition. */
export const METRIC_DETAILS: Readonly<Record<MetricName, string>> = {
  licet_http_request_seconds: "",
  licet_events_total:
    "`tokens_issued` by grant type, `scopes_refused` by [reason](errors.md#reasons-for-a-refused-scope), `token_errors` by [code](errors.md#oauth-errors), `tokens_replayed` by kind, `tokens_revoked`, `authorizations`, `authorization_errors` by [code](errors.md#authorization-errors), `sign_ins` and `logout_deliveries` by result. The requests of the console have counters of their own: `console_tokens_issued`, `console_scopes_refused`, `console_token_errors`. Every failure counts here, also where the audit log has no row of it.",
  licet_limited_requests_total: "See [Limits](../operations.md#limits).",
  licet_shed_requests_total:
    "See [Overload](../reliability.md#overload). The classes are `decisions`, `pages`, `changes`, `lists` and `imports`. These requests are not in `licet_http_request_seconds`. Alert when it grows for `decisions`.",
  licet_cut_connections_total:
    "See [Slow clients](../reliability.md#slow-clients). `slow_body`: of a request whose body did not come. `unread_response`: of a client that did not read its responses.",
  licet_abandoned_requests_total:
    "See [One deadline for each request](../reliability.md#one-deadline-for-each-request). It grows when this node is so busy that its clients give up.",
  licet_revision: "Nodes should agree.",
  licet_feed_age_seconds:
    "About a second at most. On PostgreSQL a node answers 503 when it cannot confirm for 2 seconds; alert above 10.",
  licet_clock_offset_seconds:
    "Above 0 where the machine's clock is ahead. Alert above 5 and below -5; see [Clocks](../operations.md#clocks).",
  licet_audit_dropped: "Alert above 0.",
  licet_audit_waiting: "They wait in memory. Alert when it stays above a few thousand.",
  licet_tls_certificate_expiry_timestamp_seconds:
    "Only with `LICET_TLS_CERT`; see [TLS](../operations.md#tls).",
  licet_signing_key_age_seconds: "",
  licet_signing_key_rotation_seconds:
    "`LICET_KEY_ROTATION_SECONDS`, to compare `licet_signing_key_age_seconds` with.",
  licet_database_connections: "Only on PostgreSQL. The states are `used`, `idle` and `waiting`.",
  licet_database_connections_max: "Only on PostgreSQL.",
};
