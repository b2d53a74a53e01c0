/**
 * `server-main.ts DATABASE_URL SHEDS STATE`: Licet with the office or the storefront, with or without the protection
 * against overload.
 */

import type { AddressInfo } from "node:net";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { createServer } from "../../../packages/server/src/compose/create-server.ts";
import { createListener } from "../../../packages/server/src/http/connection/listener.ts";
import { createLog } from "../../../packages/server/src/observability/log.ts";
import { openServices } from "../../../packages/server/src/services.ts";
import { readSettings } from "../../../packages/server/src/settings/settings.ts";
import { applyFile } from "../../support/apply-file.ts";
import { EAGER_HASHING, NO_LOAD_BOUNDS } from "../../support/no-load-bounds.ts";
import { TEST_SECRET, UNLIMITED } from "../../support/start-licet.ts";
import { STOREFRONT_WITH_ADMINISTRATOR } from "../ledger/served-licet.ts";
import { OFFICE } from "./office.ts";
import { UNLIMITED_SIGN_INS } from "./prepare-writes.ts";

const [databaseUrl = "", sheds, state] = process.argv.slice(2);
// The process that started this one is gone, for any reason.
process.once("disconnect", () => process.exit(1));

const listener = createListener({ host: "127.0.0.1", port: 0 });
await listener.listen();
const { port } = listener.server.address() as AddressInfo;
const log = createLog("warn", process.stderr);
const services = await openServices({
  settings: readSettings({
    flags: {
      base_url: `http://127.0.0.1:${port}`,
      database_url: databaseUrl,
      secret: TEST_SECRET,
      ...UNLIMITED,
      ...UNLIMITED_SIGN_INS,
    },
    env: {},
    cwd: process.cwd(),
  }),
  log,
  clock: systemClock,
  serverPid: process.pid,
});
await applyFile(services, state === "storefront" ? STOREFRONT_WITH_ADMINISTRATOR : OFFICE);
await createServer(
  services,
  listener,
  sheds === "true" ? {} : { loadBounds: NO_LOAD_BOUNDS, hashing: EAGER_HASHING },
);
process.send?.({ port });
