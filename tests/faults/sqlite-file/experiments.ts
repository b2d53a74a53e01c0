import type { FaultExperiment } from "../fault-experiment.ts";
import { runApplyBeside } from "./apply-beside.ts";
import { LOSSES, type Loss, runLostFile } from "./lost-file.ts";
import { runWriteLock } from "./write-lock.ts";

const LOCK_SECONDS = 20;
const USERS = 30_000;
const ALL_LOSSES = Object.keys(LOSSES) as Loss[];

/** What other processes do to the file of a server on SQLite. */
export const sqliteFileExperiments: readonly FaultExperiment[] = [
  {
    name: "sqlite-write-lock",
    title: "The write lock held by another process, SQLite",
    run: () => runWriteLock(LOCK_SECONDS),
    control: () => runWriteLock(LOCK_SECONDS, { readsApart: false }),
  },
  {
    name: "sqlite-apply-beside",
    title: "A large `licet apply` beside the server, SQLite",
    run: () => runApplyBeside(USERS),
    control: () => runApplyBeside(USERS, { readsApart: false }),
  },
  {
    name: "sqlite-lost-file",
    title: "The SQLite file deleted, moved or replaced under the server",
    run: () => runLostFile(ALL_LOSSES),
    control: () => runLostFile(ALL_LOSSES, { watchesFile: false }),
  },
];
