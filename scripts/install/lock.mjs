import { mkdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./places.mjs";

// The lock is beside node_modules, because `npm ci` begins by removing that folder.
const lock = join(root, ".cache/install.lock");
const HEARTBEAT_MILLISECONDS = 2_000;
const STALE_MILLISECONDS = 20_000;

/** Runs `work` under a lock that excludes other runs on this folder. */
export async function withLock(work) {
  await acquire();
  const heartbeat = setInterval(beat, HEARTBEAT_MILLISECONDS);
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.removeListener("exit", release);
    release();
  }
}

async function acquire() {
  mkdirSync(join(root, ".cache"), { recursive: true });
  let lastBeat;
  let silentSince = performance.now();
  for (let waited = false; !tryLock(); waited = true) {
    if (!waited) console.error("Another run is installing what Licet needs; waiting for it …");
    const seen = lastBeatOf(lock);
    if (seen !== lastBeat) {
      lastBeat = seen;
      silentSince = performance.now();
    }
    // The age uses our own clock: the holder may be in another container, with another clock and other process ids.
    if (performance.now() - silentSince > STALE_MILLISECONDS) removeStale(lastBeat);
    await sleep(300);
  }
}

function tryLock() {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** The lock is renamed first, so that only one waiting process removes it, and none removes a newer lock. */
function removeStale(beat) {
  const aside = `${lock}.${process.pid}`;
  try {
    if (lastBeatOf(lock) !== beat) return;
    renameSync(lock, aside);
    rmSync(aside, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

function beat() {
  try {
    utimesSync(lock, new Date(), new Date());
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

function lastBeatOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
