import { type AnswerOf, describeCall, type ShownCall } from "../../../api/call-api.ts";
import { useRead, useWrite } from "../../../api/use-api.ts";

export type Secret = AnswerOf<"GET /applications/{client_id}/secrets">["items"][number];

/** The owner of the secrets: an application, or one of its access accounts. */
export interface SecretOwner {
  readonly clientId: string;
  readonly accessKey?: string | undefined;
}

export interface Secrets {
  /** The secrets, oldest first; undefined while they load. */
  readonly items: readonly Secret[] | undefined;
  readonly error: Error | null;
  readonly readCall: ShownCall;
  addCall(expiresAt: string | undefined): ShownCall;
  retry(): void;
  /** Returns the secret; only this response contains it. */
  add(expiresAt: string | undefined): Promise<string>;
  revoke(id: string): Promise<unknown>;
}

/** The list refreshes every few seconds: during a rotation the user waits for the first use of the new secret. */
const WATCH_MILLISECONDS = 5_000;

export function useSecrets({ clientId, accessKey }: SecretOwner): Secrets {
  const ofApplication = useSecretsOfApplication(clientId, accessKey === undefined);
  const ofAccount = useSecretsOfAccount(clientId, accessKey ?? "", accessKey !== undefined);
  return accessKey === undefined ? ofApplication : ofAccount;
}

function useSecretsOfApplication(clientId: string, enabled: boolean): Secrets {
  const params = { client_id: clientId };
  const list = useRead("GET /applications/{client_id}/secrets", { params }, watched(enabled));
  const add = useWrite("POST /applications/{client_id}/secrets");
  const revoke = useWrite("DELETE /applications/{client_id}/secrets/{id}");
  return {
    items: list.data && oldestFirst(list.data.body.items),
    error: list.error,
    readCall: describeCall("GET /applications/{client_id}/secrets", { params }),
    addCall: (expiresAt) =>
      describeCall("POST /applications/{client_id}/secrets", { params, body: bodyOf(expiresAt) }),
    retry: () => void list.refetch(),
    add: async (expiresAt) => (await add.mutateAsync({ params, body: bodyOf(expiresAt) })).body.client_secret,
    revoke: (id) => revoke.mutateAsync({ params: { ...params, id } }),
  };
}

function useSecretsOfAccount(clientId: string, accessKey: string, enabled: boolean): Secrets {
  const path = "/applications/{client_id}/access-accounts/{access_key}/secrets";
  const params = { client_id: clientId, access_key: accessKey };
  const list = useRead(`GET ${path}`, { params }, watched(enabled));
  const add = useWrite(`POST ${path}`);
  const revoke = useWrite(`DELETE ${path}/{id}`);
  return {
    items: list.data && oldestFirst(list.data.body.items),
    error: list.error,
    readCall: describeCall(`GET ${path}`, { params }),
    addCall: (expiresAt) => describeCall(`POST ${path}`, { params, body: bodyOf(expiresAt) }),
    retry: () => void list.refetch(),
    add: async (expiresAt) => (await add.mutateAsync({ params, body: bodyOf(expiresAt) })).body.secret_key,
    revoke: (id) => revoke.mutateAsync({ params: { ...params, id } }),
  };
}

const watched = (enabled: boolean) => ({ enabled, everyMilliseconds: WATCH_MILLISECONDS });
const bodyOf = (expiresAt: string | undefined) => (expiresAt === undefined ? {} : { expires_at: expiresAt });
const oldestFirst = (items: readonly Secret[]): readonly Secret[] =>
  items.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
