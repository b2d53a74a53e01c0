import type { BenchContext } from "../bench-context.ts";
import type { RowResult } from "../report/result.ts";
import { measureAuthorization } from "./authorization.ts";
import { measureBulkImport } from "./bulk-import.ts";
import { measureCheck } from "./check.ts";
import { measureClientCredentials } from "./client-credentials.ts";
import { measureCodeExchange } from "./code-exchange.ts";
import { measureGrowth } from "./growth.ts";
import { measureIntrospection } from "./introspection.ts";
import { measureListing } from "./listing.ts";
import { measureLocalChecks } from "./local-checks.ts";
import { measureMemory } from "./memory.ts";
import { measureRefresh } from "./refresh.ts";
import { measureStart } from "./start.ts";
import { measureVerification } from "./verification.ts";
import { measureWorkers } from "./workers.ts";

export type Rows = Readonly<Record<string, (context: BenchContext) => Promise<RowResult>>>;

/** In the order in which they run. */
export const ROWS: Rows = {
  client_credentials: measureClientCredentials,
  introspection: measureIntrospection,
  check: measureCheck,
  local_checks: measureLocalChecks,
  listing: measureListing,
  authorization: measureAuthorization,
  code_exchange: measureCodeExchange,
  refresh: measureRefresh,
  workers: measureWorkers,
  memory: measureMemory,
  start: measureStart,
  bulk_import: measureBulkImport,
  growth: measureGrowth,
  verification: measureVerification,
};
