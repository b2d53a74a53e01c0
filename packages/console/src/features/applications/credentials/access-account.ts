import type { AnswerOf } from "../../../api/call-api.ts";
import type { Entity, EntityBody } from "../../../api/entities.ts";
import { nameAccessAccount } from "../../../components/principals/name-principal.ts";

export type AccessAccount = Entity<"access_account">;
export type AccessAccountBody = EntityBody<"access_account">;
/** Only this response contains the secret key. */
export type CreatedAccessAccount = AnswerOf<"POST /applications/{client_id}/access-accounts">;

export const accountNameOf = ({ name, access_key }: AccessAccount): string =>
  nameAccessAccount(name, access_key);
