import { rm } from "node:fs/promises";
import type { Storage } from "../open-storage.ts";
import { type EngineUnderTest, onEmptyStorage } from "./engine-under-test.ts";
import { runSql } from "./run-sql.ts";

type Open = (
  options?: Parameters<Parameters<Parameters<typeof onEmptyStorage>[1]>[1]>[0],
) => Promise<Storage>;

/** Another empty database, without tables. What is opened on it is closed. */
export async function onOtherDatabase(
  engine: EngineUnderTest,
  work: (url: string, open: Open) => Promise<void>,
) {
  await onEmptyStorage(
    { ...engine, createDatabase: engine.createEmptyDatabase },
    async (created, openAgain, url) => {
      await created.close();
      // As it was before anything was opened on it.
      await dropTables(engine, url);
      await work(url, openAgain);
    },
  );
}

async function dropTables(engine: EngineUnderTest, url: string): Promise<void> {
  if (engine.name === "postgres") {
    await runSql(url, "drop schema public cascade");
    await runSql(url, "create schema public");
    return;
  }
  await rm(url.slice("sqlite:".length));
}
