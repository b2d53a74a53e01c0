/** Loaded before Licet: its pages cannot be prepared, so the server fails in the middle of its own modules. */

import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

crypto.hash = () => {
  throw new Error("no hashes today");
};
syncBuiltinESMExports();
