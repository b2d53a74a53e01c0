import { isExpired } from "@licet/engine/values/time.ts";
import { readAllByName } from "../../management/read-all.ts";
import type { Services } from "../../services.ts";

/** An application as the command prints it. */
export interface ListedApplication {
  readonly client_id: string;
  readonly name: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly live_secrets: number;
  readonly access_accounts: readonly string[];
}

export async function listApplications({
  storage,
  clock,
}: Pick<Services, "clock" | "storage">): Promise<readonly ListedApplication[]> {
  const { directory, state } = storage;
  const now = clock.seconds();
  const live = (await state.list("secret")).filter(({ expiresAt }) => !isExpired(expiresAt, now));
  const secretsOf = Map.groupBy(live, ({ owner }) => owner);
  const accountsOf = Map.groupBy(await state.list("access_account"), ({ applicationId }) => applicationId);
  return (await readAllByName(directory, "application")).map(({ id, name, type, enabled }) => ({
    client_id: id,
    name,
    type,
    enabled,
    live_secrets: secretsOf.get(id)?.length ?? 0,
    access_accounts: (accountsOf.get(id) ?? []).map(({ accessKey }) => accessKey),
  }));
}
