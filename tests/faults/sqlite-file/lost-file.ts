import { copyFileSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { SqliteOptions } from "../../../packages/server/src/storage/sqlite/open-sqlite.ts";
import { countWorkers } from "../../support/workers/count-workers.ts";
import type { Measurement } from "../fault-experiment.ts";
import { type LoadedServer, startLoadedServer } from "./loaded-server.ts";
import { rolesIn } from "./roles-in.ts";

const PARTS = ["", "-wal", "-shm"] as const;
/** The file is looked at every second. */
const NOTICED_AFTER_MILLISECONDS = 3_000;

/** What an operator may do by mistake while the server runs. */
export const LOSSES = {
  deleted: (file: string) => {
    for (const part of PARTS) rmSync(file + part);
  },
  moved: (file: string) => {
    for (const part of PARTS) renameSync(file + part, `${file}.moved${part}`);
  },
  "replaced by a copy": (file: string) => {
    const database = new DatabaseSync(file, { readOnly: true });
    database.exec(`vacuum into '${file}.copy'`);
    database.close();
    renameSync(`${file}.copy`, file);
  },
  "without its -wal": (file: string) => {
    rmSync(`${file}-wal`);
  },
  "replaced with its -wal": (file: string) => {
    for (const part of PARTS) copyFileSync(file + part, `${file}.copy${part}`);
    for (const part of PARTS) renameSync(`${file}.copy${part}`, file + part);
  },
  "overwritten by an older copy": (file: string) => {
    const database = new DatabaseSync(file, { readOnly: true });
    database.exec(`vacuum into '${file}.copy'`);
    database.close();
    // The same file, as with cp.
    copyFileSync(`${file}.copy`, file);
  },
} as const satisfies Readonly<Record<string, (file: string) => void>>;
export type Loss = keyof typeof LOSSES;

/** The file goes away under a server at work. From then on, nothing may be acknowledged that is not in the file. */
export async function runLostFile(losses: readonly Loss[], sqlite: SqliteOptions = {}): Promise<Measurement> {
  const violations: string[] = [];
  const counts = { acknowledged: 0, refused: 0, lost: 0 };
  let slowestNotice = 0;
  for (const loss of losses) {
    const server = await startLoadedServer(sqlite);
    try {
      const { lostAt, milliseconds } = await loseFile(server, loss);
      await server.stop();
      // What was acknowledged before had been in the file; that it is gone is what the operator did. Without its -wal
      // alone, nothing is gone: SQLite writes the content into the file when the server stops.
      const since = loss === "without its -wal" ? 0 : lostAt;
      const stored = rolesIn(server.file);
      const lost = server.ledger
        .filter(({ role, sentAt, isAcknowledged }) => isAcknowledged && sentAt > since && !stored.has(role))
        .map(({ role }) => `${role} is not in the file`);
      counts.acknowledged += server.ledger.filter(({ isAcknowledged }) => isAcknowledged).length;
      counts.refused += server.ledger.filter(({ isAcknowledged }) => !isAcknowledged).length;
      counts.lost += lost.length;
      slowestNotice = Math.max(slowestNotice, milliseconds);
      violations.push(
        ...[...lost, ...unnoticed(server, milliseconds), ...server.requests.violations()].map(
          (violation) => `${loss}: ${violation}`,
        ),
      );
    } finally {
      await server.stop();
      await server.drop();
    }
  }
  return {
    load: `${counts.acknowledged} acknowledged writes, ${counts.refused} refused`,
    faults: `the file ${losses.join(", ")}`,
    figure: `${counts.lost} writes acknowledged into nowhere, /readyz answers 503 after at most ${slowestNotice.toFixed(0)} ms`,
    bar: "0 acknowledged into nowhere, 503 within 3 s, one fatal line in the log",
    violations,
  };
}

async function loseFile(server: LoadedServer, loss: Loss) {
  await server.underWay();
  LOSSES[loss](server.file);
  const lostAt = performance.now();
  const end = lostAt + NOTICED_AFTER_MILLISECONDS;
  while ((await server.readiness()) !== 503 && performance.now() < end) await delay(20);
  const milliseconds = performance.now() - lostAt;
  await delay(500);
  await server.endLoad();
  return { lostAt, milliseconds };
}

function unnoticed({ licet, requests }: LoadedServer, milliseconds: number): readonly string[] {
  const fatal = licet.logged().match(/"level":"fatal"/g)?.length ?? 0;
  const refused = requests.summary("check").byStatus.get(503) ?? 0;
  return [
    ...(milliseconds >= NOTICED_AFTER_MILLISECONDS ? ["/readyz was never 503"] : []),
    ...(fatal === countWorkers() ? [] : [`${fatal} fatal lines in the log`]),
    ...(refused > 0 ? [] : ["checks were answered from a file that is gone"]),
  ];
}
