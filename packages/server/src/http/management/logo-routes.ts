import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { z } from "zod";
import type { ChangedMembers } from "../../audit/events.ts";
import { requireChangeable } from "../../directory/guards/check-own-entities.ts";
import type { Management } from "../../directory/write/create-management.ts";
import { NotFoundError } from "../../directory/write/errors.ts";
import type { Logo, LogoStore } from "../../oauth/stores.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import type { CallEvent, RecordCall } from "../json/record-call.ts";
import { count } from "../json/wire-values.ts";
import { invalidInput } from "../problems.ts";
import { parsePicture } from "./parse-picture.ts";

/** In base64 the logo fits within the 64 kB limit of every body. */
const MAX_BYTES = 48_000;
const TOO_LARGE = `a logo has at most ${MAX_BYTES} bytes; make the picture smaller`;
const PATH = "/applications/{client_id}/logo";
const tag = "applications";
const params = z.object({ client_id: z.string() });
const logoSchema = z
  .strictObject({ media_type: z.string(), digest: z.string(), size: count })
  .meta({ title: "Logo" });

/** The logo that the consent page shows beside an application's name. */
export function createLogoRoutes(dependencies: {
  readonly management: Management;
  readonly logos: LogoStore;
  readonly record: RecordCall;
}): readonly ApiRoute[] {
  const { management, logos, record } = dependencies;

  /** Throws NotFoundError, also for an unknown application. */
  const getLogo = async (clientId: string): Promise<Logo> => {
    await management.get("application", clientId);
    const logo = await logos.find(clientId);
    if (!logo) throw new NotFoundError("this application has no logo");
    return logo;
  };

  return [
    apiRoute({
      operation: "getApplicationLogo",
      method: "GET",
      path: PATH,
      permission: "licet:applications.read",
      tag,
      summary: "Read the type, the size and the hash of the logo of an application",
      params,
      answers: {
        200: { description: "Without the picture itself", schema: logoSchema },
        404: { description: "It has no logo" },
      },
      handle: async ({ params: { client_id } }) => ({
        status: 200,
        body: writeLogo(await getLogo(client_id)),
      }),
    }),
    apiRoute({
      operation: "replaceApplicationLogo",
      method: "PUT",
      path: PATH,
      permission: "licet:applications.write",
      tag,
      summary: "Set or replace the logo of an application",
      params,
      body: z
        .strictObject({ data: z.base64("is not base64").max(Math.ceil(MAX_BYTES / 3) * 4, TOO_LARGE) })
        .meta({ title: "LogoInput" }),
      answers: {
        200: { description: "Stored: PNG, JPEG or WebP, up to 48 kB", schema: logoSchema },
        409: { description: "It is the console's own application" },
      },
      async handle(call) {
        const { client_id } = call.params;
        requireChangeable(client_id);
        await management.get("application", client_id);
        const logo = parsePicture(Buffer.from(call.body.data, "base64"));
        if (!logo)
          throw invalidInput([
            {
              pointer: "/data",
              detail: "is neither PNG nor JPEG nor WebP",
              code: "malformed",
              expected: "picture",
            },
          ]);
        const before = await logos.find(client_id);
        await logos.put(client_id, logo);
        if (before?.digest !== logo.digest) await record(call, logoEvent(client_id, before, logo));
        return { status: 200, body: writeLogo(logo) };
      },
    }),
    apiRoute({
      operation: "deleteApplicationLogo",
      method: "DELETE",
      path: PATH,
      permission: "licet:applications.write",
      tag,
      summary: "Delete the logo of an application",
      params,
      answers: {
        204: { description: "Deleted" },
        404: { description: "It has no logo" },
        409: { description: "It is the console's own application" },
      },
      async handle(call) {
        const { client_id } = call.params;
        requireChangeable(client_id);
        const logo = await getLogo(client_id);
        await logos.remove(client_id);
        await record(call, logoEvent(client_id, logo, undefined));
        return { status: 204 };
      },
    }),
  ];
}

/** The event has the hash of the picture, never the picture. */
const logoEvent = (clientId: string, before: Logo | undefined, after: Logo | undefined): CallEvent => ({
  type: `logo.${after === undefined ? "deleted" : before === undefined ? "created" : "updated"}`,
  target: formatPrincipalKey("application", clientId),
  data: {
    digest: (after ?? before)?.digest,
    changes: {
      digest: { ...(before && { before: before.digest }), ...(after && { after: after.digest }) },
    } satisfies ChangedMembers,
  },
});

const writeLogo = ({ mediaType, digest, bytes }: Logo) => ({
  media_type: mediaType,
  digest,
  size: bytes.length,
});
