/** Loaded into a server by the control of the soak: each second each thread keeps half a megabyte and one descriptor. */

import { openSync } from "node:fs";

const kept: unknown[] = [];
setInterval(() => kept.push(Buffer.alloc(2 ** 19, 1), openSync("/dev/null", "r")), 1_000).unref();
