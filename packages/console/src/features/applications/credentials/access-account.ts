import { type AnswerOf, type BodyOf, callApi } from "../../../api/call-api.ts";
import type { Versioned } from "../../../api/use-form-draft.ts";
import { nameAccessAccount } from "../../../components/principals/name-principal.ts";

const ONE = "GET /applications/{client_id}/access-accounts/{access_key}";

export type AccessAccount = AnswerOf<typeof ONE>;
export type AccessAccountBody = BodyOf<"PUT /applications/{client_id}/access-accounts/{access_key}">;
/** Only this response contains the secret key. */
export type CreatedAccessAccount = AnswerOf<"POST /applications/{client_id}/access-accounts">;

export const accessKeyOf = ({ access_key, id }: AccessAccount): string => access_key ?? id;
export const accountNameOf = (account: AccessAccount): string =>
  nameAccessAccount(account.name, accessKeyOf(account));

export async function readAccessAccount(
  clientId: string,
  accessKey: string,
): Promise<Versioned<AccessAccount>> {
  const { body, etag } = await callApi(ONE, { params: { client_id: clientId, access_key: accessKey } });
  return { value: body, etag };
}
