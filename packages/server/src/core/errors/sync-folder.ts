import { open } from "node:fs/promises";

/** A file that was created, renamed or deleted is so on the disk when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
