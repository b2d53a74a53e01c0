/** One node: the services that a server or a command uses, doing what it is told over the channel to its parent. */

import { systemClock } from "@licet/engine/internal/values/time.ts";
import { ConflictError, UnavailableError } from "../../../packages/server/src/core/errors/errors.ts";
import { createLog } from "../../../packages/server/src/observability/log.ts";
import { createCheck } from "../../../packages/server/src/permissions/check.ts";
import { openServices } from "../../../packages/server/src/services.ts";
import { readSettings } from "../../../packages/server/src/settings/settings.ts";
import type { Failed } from "./history.ts";
import type { NodeOptions, NodeRequest, Reply } from "./node-protocol.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as NodeOptions;
const reply = (message: Reply) => void process.send?.(message);
// The process that started this node is gone, for any reason.
process.once("disconnect", () => process.exit(1));

const clock = systemClock;
const services = await openServices({
  settings: readSettings({
    flags: {
      base_url: "http://127.0.0.1:4455",
      database_url: options.databaseUrl,
      secret: options.secret,
      log_level: "silent",
    },
    env: {},
    cwd: process.cwd(),
  }),
  log: createLog("silent", process.stderr),
  clock,
  ...(options.as === "server" && { serverPid: process.pid }),
});
const { storage, factSource, subjects } = services;
const check = createCheck({ factSource, subjects, feed: storage.feed, clock });

async function execute(request: NodeRequest) {
  if ("commit" in request) {
    return storage.state.commit(request.commit, {
      name: request.actor,
      at: clock.milliseconds(),
      mayReuseNames: true,
    });
  }
  const { allowed, revision } = await check.one(request.check, request.atLeast);
  return { allowed, revision };
}

process.on("message", (request: NodeRequest) => {
  const { id } = request;
  execute(request).then(
    (result) => reply({ id, result }),
    (error) => reply({ id, result: failed(error) }),
  );
});
reply({ ready: true });

function failed(error: unknown): Failed {
  const message = String(error);
  if (error instanceof UnavailableError) return { failure: "unavailable", message };
  if (error instanceof ConflictError) return { failure: "refused", message };
  return { failure: "unexpected", message: error instanceof Error ? (error.stack ?? message) : message };
}
