import { enableCompileCache } from "node:module";
import { join } from "node:path";

// This file is JavaScript: with a warm compile cache, Node does not load its TypeScript support, which takes 20 MB and
// a tenth of a second. The cache is in the folder of this package and not in the shared temporary folder that Node
// would choose, because there another user of the machine could replace the code.
const cache = join(import.meta.dirname, "../.cache");

// These options reduce the memory of a server. They can only be set before the process starts, so it replaces itself.
// - Most objects of a server live for one request. V8 would collect them only after 50 MB; with 4 MB it collects often.
// - The heap of old objects may grow by a quarter between two collections, instead of doubling.
// - At the start, requests wait for the database and their objects survive. V8 would learn to allocate such objects as
//   old ones, and keep doing so.
// - With one arena (MALLOC_ARENA_MAX), threads share freed memory; glibc would keep a pool for each.
// - NODE_COMPILE_CACHE gives the compile cache to worker threads as well.
const HEAP = ["--max-semi-space-size=4", "--heap-growing-percent=25", "--no-allocation-site-pretenuring"];
// An import makes a million objects a second, and would keep twice the memory that it needs.
const HEAP_OF_IMPORT = ["--heap-growing-percent=25"];

// Node 24 calls its SQLite an experiment, aloud, in every thread. That is for developers of Licet, not for its users.
const QUIET = process.versions.node.startsWith("24.") ? ["--disable-warning=ExperimentalWarning"] : [];

const [command = "serve"] = process.argv.slice(2);
const HEAPS = { serve: HEAP, import: HEAP_OF_IMPORT };
const flags = [...QUIET, ...(Object.hasOwn(HEAPS, command) ? HEAPS[command] : [])];
if (process.execve && !flags.every((flag) => process.execArgv.includes(flag))) {
  process.removeAllListeners("warning"); // Node 24 calls execve an experiment, too
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, ...flags, ...process.argv.slice(1)],
    {
      ...process.env,
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "1",
      NODE_COMPILE_CACHE: cache,
    },
  );
}
enableCompileCache(cache);

// The stack of an error then names the sources. Reading the maps takes a tenth of a second and 10 MB, so it is asked for.
if (process.argv.includes("--debug")) process.setSourceMapsEnabled(true);

await import("../src/main.ts");
