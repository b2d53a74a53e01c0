#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Plain JavaScript, because of what it spares: once the compile cache is warm, Node need not load its TypeScript
// support, which is 20 MB and a tenth of a second. The cache lies beside the packages it is made from, not in the
// shared temporary folder that Node would choose: whoever can write here can change the code anyway.
const cache = fileURLToPath(new URL("../.cache/licet/", import.meta.resolve("commander")));

// What keeps a server small, and can only be chosen before a process begins. Its garbage dies young: V8 would let it
// pile up to 50 MB before looking, with 4 it looks more often at objects that are gone already; and what grew old is
// looked through after a quarter more, not after twice as much. While its caches are cold, requests wait for the
// database and what they made survives: V8 would learn from that to make such things old from the start, and go on
// doing so for good. Memory freed by one thread may be used by another (glibc would keep a pool for each). The last
// variable hands the compile cache to threads too.
const HEAP = ["--max-semi-space-size=4", "--heap-growing-percent=25", "--no-allocation-site-pretenuring"];
if (process.argv[2] === "serve" && process.execve && !HEAP.every((flag) => process.execArgv.includes(flag))) {
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, ...HEAP, ...process.argv.slice(1)],
    {
      ...process.env,
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "1",
      NODE_COMPILE_CACHE: cache,
    },
  );
}
enableCompileCache(cache);

await import("../src/main.ts");
