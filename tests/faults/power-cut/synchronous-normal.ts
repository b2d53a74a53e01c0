/**
 * Loaded into a server by the control of the power cut: its connections do not wait for the disk at each commit, as
 * with `synchronous = normal`.
 */

import { DatabaseSync } from "node:sqlite";

const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (this: DatabaseSync, statements: string): void {
  exec.call(this, statements);
  if (/\bpragma\b/i.test(statements)) exec.call(this, "pragma synchronous = normal");
};
