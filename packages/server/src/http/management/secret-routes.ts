import { type Clock, isExpired, writeTime } from "@licet/engine/internal/values/time.ts";
import { z } from "zod";
import { givenSecret, instant } from "../../directory/kinds/values.ts";
import type { OwnerKind } from "../../directory/write/change-secrets.ts";
import { NotFoundError } from "../../directory/write/errors.ts";
import { readAllStored } from "../../directory/write/read-all.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { list, shownOnce, time, version } from "../json/wire-values.ts";
import type { CollectionParts } from "./collection-routes.ts";
import { requesterOf } from "./management-call.ts";
import { writeEntity } from "./write-entity.ts";

const secret = z
  .strictObject({
    id: z.string(),
    hint: z.string().meta({ description: "The last four characters" }),
    expires_at: time.optional(),
    last_used_at: time.optional(),
    version,
    created_at: time,
    updated_at: time,
  })
  .meta({ title: "Secret" });
const secrets = list("SecretList", secret);

/** The caller gives the secret, or Licet generates it; it may expire. */
const wantedSecret = (key: "client_secret" | "secret_key", title: string) =>
  z
    .strictObject({ [key]: z.exactOptional(givenSecret), expires_at: z.exactOptional(instant) })
    .meta({ title })
    .prefault({})
    .transform((body) => ({
      ...(typeof body[key] === "string" && { secret: body[key] }),
      ...(typeof body.expires_at === "number" && { expiresAt: body.expires_at }),
    }));

type OwnerParams = { readonly client_id: string; readonly access_key?: string };

/** The live secrets of an application, or of one of its access accounts. A secret is shown only once. */
export function createSecretRoutes(
  ownerKind: OwnerKind,
  { management, clock }: CollectionParts & { readonly clock: Clock },
): readonly ApiRoute[] {
  const isAccount = ownerKind === "access_account";
  const path = isAccount
    ? "/applications/{client_id}/access-accounts/{access_key}/secrets"
    : "/applications/{client_id}/secrets";
  const owner = isAccount ? "AccessAccount" : "Application";
  const noun = isAccount ? "an access account" : "an application";
  const key = isAccount ? "secret_key" : "client_secret";
  const names = { client_id: z.string(), ...(isAccount && { access_key: z.string() }) };
  const ownerParams = z.object(names) as z.ZodType<OwnerParams>;
  const secretParams = z.object({ ...names, id: z.string() }) as z.ZodType<OwnerParams & { id: string }>;
  const tag = "applications";

  /** Throws NotFoundError, also for an access account of another application. */
  const getOwner = async ({ client_id, access_key }: OwnerParams) => {
    if (access_key === undefined) {
      await management.get("application", client_id);
      return { kind: ownerKind, id: client_id };
    }
    const { value } = await management.get("access_account", access_key);
    if (value.applicationId !== client_id)
      throw new NotFoundError("this application has no such access account");
    return { kind: ownerKind, id: access_key };
  };

  return [
    apiRoute({
      operation: `list${owner}Secrets`,
      method: "GET",
      path,
      permission: "licet:applications.read",
      tag,
      summary: `List the live secrets of ${noun}, by their last four characters`,
      params: ownerParams,
      answers: {
        200: { description: "Never the secrets themselves", schema: secrets },
      },
      async handle({ params }) {
        const owner = await getOwner(params);
        const all = await readAllStored(management.directory, "secret", { owner: owner.id });
        const live = all.filter(({ value }) => !isExpired(value.expiresAt, clock.seconds()));
        return { status: 200, body: { items: live.map((stored) => writeEntity("secret", stored)) } };
      },
    }),
    apiRoute({
      operation: `create${owner}Secret`,
      method: "POST",
      path,
      permission: "licet:applications.write",
      tag,
      summary: `Add a secret to ${noun}; the others stay valid`,
      params: ownerParams,
      body: wantedSecret(key, `${owner}SecretInput`),
      answers: {
        201: {
          description: `Added: \`${key}\` is shown only in this answer`,
          schema: z
            .strictObject({ id: z.string(), [key]: shownOnce, hint: z.string(), expires_at: time.optional() })
            .meta({ title: `Created${owner}Secret` }),
        },
      },
      async handle(call) {
        const owner = await getOwner(call.params);
        const added = await management.addSecret(requesterOf(call), owner, call.body);
        const { secret: text, stored, revision } = added;
        const until = stored.expiresAt === undefined ? {} : { expires_at: writeTime(stored.expiresAt) };
        const body = { id: stored.id, [key]: text, hint: stored.hint, ...until };
        return { status: 201, body, revision };
      },
    }),
    apiRoute({
      operation: `delete${owner}Secret`,
      method: "DELETE",
      path: `${path}/{id}`,
      permission: "licet:applications.write",
      tag,
      summary: `Revoke a secret of ${noun}`,
      params: secretParams,
      answers: {
        204: { description: "Revoked: it is no longer valid" },
        404: { description: "There is no such live secret" },
      },
      async handle(call) {
        const owner = await getOwner(call.params);
        const { revision } = await management.revokeSecret(requesterOf(call), owner, call.params.id);
        return { status: 204, revision };
      },
    }),
  ];
}
