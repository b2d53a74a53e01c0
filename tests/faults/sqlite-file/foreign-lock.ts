import { spawn } from "node:child_process";
import { once } from "node:events";

const HOLD = `
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(process.argv[1], { timeout: 10_000 });
  database.exec("begin immediate");
  console.log("held");
  setTimeout(() => database.exec("rollback"), Number(process.argv[2]));`;

/** Another process takes the write lock and keeps it for this time. */
export async function holdWriteLock(file: string, milliseconds: number): Promise<void> {
  const holder = spawn(process.execPath, ["--input-type=module", "-e", HOLD, file, String(milliseconds)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [code] = await once(holder, "exit");
  if (code !== 0) throw new Error(`the lock was not held: ${code}`);
}
