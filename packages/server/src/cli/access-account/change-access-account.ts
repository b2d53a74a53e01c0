import { type EpochSeconds, writeTime } from "@licet/engine/values/time.ts";
import type { AccessAccount } from "../../accounts/entities.ts";
import { ConflictError, InvalidInputError } from "../../core/errors.ts";
import { generateId } from "../../core/ids.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import type { Services } from "../../services.ts";
import type { SummaryLine } from "../../state/plan-changes.ts";
import { commitDraft } from "../actions/commit-draft.ts";
import { planState } from "../actions/plan-state.ts";
import { getApplication } from "../application/get-application.ts";

export interface NewAccessAccount {
  readonly app: string;
  readonly accessKey?: string;
  readonly name?: string;
  readonly ceiling: readonly string[];
  readonly until?: EpochSeconds;
}

export interface CreatedAccessAccount {
  readonly accessKey: string;
  readonly secret: string;
  readonly applicationId: string;
  /** A deleted access account had this key or name. */
  readonly again: boolean;
  readonly revision: number;
}

/** Reads an access account by its key or principal key (`access_account:ak_laptop`). */
export async function getAccessAccount(
  { storage }: Pick<Services, "storage">,
  text: string,
): Promise<AccessAccount> {
  const key = text.replace(/^access_account:/, "");
  const account = await storage.state.find("access_account", key);
  if (account) return account;
  throw new InvalidInputError(`there is no access account ${key}; licet access-account list shows them`);
}

export async function createAccessAccount(
  services: Pick<Services, "clock" | "plannerDependencies" | "storage">,
  wanted: NewAccessAccount,
): Promise<CreatedAccessAccount> {
  const accessKey = wanted.accessKey ?? generateId("accessAccount");
  const { application, plan, revision } = await commitDraft(services, async () => {
    const owner = await getApplication(services, wanted.app);
    await requireFree(services, owner.id, accessKey, wanted.name);
    const planned = await planState(services, { access_accounts: [toEntry(owner.id, accessKey, wanted)] });
    return { application: owner, plan: planned, changes: planned.changes };
  });
  return {
    accessKey,
    secret: plan.secrets[0]?.secret ?? "",
    applicationId: application.id,
    again: plan.summary.some(({ again }) => again),
    revision,
  };
}

const toEntry = (
  application: string,
  access_key: string,
  { name, ceiling, until }: NewAccessAccount,
): Readonly<Record<string, unknown>> => ({
  application,
  access_key,
  ...(name !== undefined && { name }),
  // Without a ceiling, the account may do what its application may do. An empty one would allow nothing.
  ...(ceiling.length > 0 && { ceiling }),
  ...(until !== undefined && { expires_at: writeTime(until) }),
});

/** The planner would change an account that exists, so this check comes first. */
async function requireFree(
  { storage }: Pick<Services, "storage">,
  applicationId: string,
  accessKey: string,
  name: string | undefined,
): Promise<void> {
  const taken = (await storage.state.list("access_account")).find(
    (each) =>
      each.accessKey === accessKey ||
      (name !== undefined && each.applicationId === applicationId && each.name === name),
  );
  if (taken)
    throw new ConflictError(
      `the access account ${taken.accessKey} of ${taken.applicationId} exists already; choose another name`,
    );
}

export interface ChangedAccessAccount {
  readonly accessKey: string;
  readonly effect: SummaryLine["effect"];
  readonly revision: number;
}

export async function setAccessAccountEnabled(
  services: Pick<Services, "clock" | "plannerDependencies" | "storage">,
  text: string,
  enabled: boolean,
): Promise<ChangedAccessAccount> {
  const { summary, revision } = await commitDraft(services, async () => {
    const account = await getAccessAccount(services, text);
    const entry = { application: account.applicationId, ...KINDS.access_account.toEntry(account), enabled };
    return planState(services, { access_accounts: [entry] });
  });
  const [line] = summary;
  return { accessKey: line?.id ?? text, effect: line?.effect ?? "unchanged", revision };
}
