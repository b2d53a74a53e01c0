import type { Services } from "../services.ts";

const INITIALISED_AT = "initialised_at";

/** A database is new until a server starts on it, a file is applied to it or a command changes it. */
export const isNewInstallation = async ({ storage }: Pick<Services, "storage">): Promise<boolean> =>
  (await storage.meta.find(INITIALISED_AT)) === undefined;

export async function markInitialised({
  storage,
  clock,
}: Pick<Services, "clock" | "storage">): Promise<void> {
  await storage.meta.setIfAbsent(INITIALISED_AT, new Date(clock.milliseconds()).toISOString());
}
