import { z } from "zod";
import type { AuditStore } from "../../audit/stores.ts";
import { formatPrincipalKey } from "../../core/principal-key.ts";
import type { Clock } from "../../core/time.ts";
import type { Management } from "../../management/create-management.ts";
import { NotFoundError } from "../../management/errors.ts";
import { requireChangeable } from "../../management/guards/check-own-entities.ts";
import { requesterName } from "../../management/requester.ts";
import type { Logo, LogoStore } from "../../oauth/stores.ts";
import { type ApiCall, type ApiRoute, apiRoute } from "../json/api-route.ts";
import { count } from "../json/wire-values.ts";
import { invalidInput } from "../problems.ts";
import { requesterOf } from "./management-call.ts";
import { parsePicture } from "./parse-picture.ts";

/** In base64 the logo fits within the 64 kB limit of every body. */
const MAX_BYTES = 48_000;
const TOO_LARGE = `a logo has at most ${MAX_BYTES} bytes; make the picture smaller`;
const PATH = "/applications/{client_id}/logo";
const tag = "applications";
const params = z.object({ client_id: z.string() });
const described = z
  .strictObject({ media_type: z.string(), digest: z.string(), size: count })
  .meta({ title: "Logo" });

/** The logo that the consent page shows beside an application's name. */
export function createLogoRoutes(dependencies: {
  readonly management: Management;
  readonly logos: LogoStore;
  readonly audit: Pick<AuditStore, "append">;
  readonly clock: Clock;
}): readonly ApiRoute[] {
  const { management, logos, audit, clock } = dependencies;

  /** Also 404 for an unknown application. */
  const getLogo = async (clientId: string): Promise<Logo> => {
    await management.get("application", clientId);
    const logo = await logos.find(clientId);
    if (!logo) throw new NotFoundError("this application has no logo");
    return logo;
  };
  const record = async (
    call: ApiCall,
    type: "logo.saved" | "logo.deleted",
    clientId: string,
    { digest }: Logo,
  ) => {
    const { ip, requestId } = call.origin;
    const actor = requesterName(requesterOf(call));
    const event = {
      type,
      actor,
      target: formatPrincipalKey("application", clientId),
      ip,
      requestId,
      data: { digest },
    };
    await audit.append([{ at: clock.milliseconds(), ...event }], []);
  };

  return [
    apiRoute({
      operation: "getApplicationLogo",
      method: "GET",
      path: PATH,
      permission: "licet:applications.read",
      tag,
      summary: "Read what the logo of an application is",
      params,
      answers: {
        200: { description: "Its type, its size, and the hash of its bytes", schema: described },
        404: { description: "There is none" },
      },
      handle: async ({ params: { client_id } }) => ({
        status: 200,
        body: describe(await getLogo(client_id)),
      }),
    }),
    apiRoute({
      operation: "replaceApplicationLogo",
      method: "PUT",
      path: PATH,
      permission: "licet:applications.write",
      tag,
      summary: "Give an application a logo, or another one",
      params,
      body: z
        .strictObject({ data: z.base64("is not base64").max(Math.ceil(MAX_BYTES / 3) * 4, TOO_LARGE) })
        .meta({ title: "LogoInput" }),
      answers: {
        200: { description: "It has this logo now: PNG, JPEG or WebP, up to 48 kB", schema: described },
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
        await logos.put(client_id, logo);
        await record(call, "logo.saved", client_id, logo);
        return { status: 200, body: describe(logo) };
      },
    }),
    apiRoute({
      operation: "deleteApplicationLogo",
      method: "DELETE",
      path: PATH,
      permission: "licet:applications.write",
      tag,
      summary: "Take the logo of an application away",
      params,
      answers: {
        204: { description: "It has none now" },
        404: { description: "It had none" },
        409: { description: "It is the console's own application" },
      },
      async handle(call) {
        const { client_id } = call.params;
        requireChangeable(client_id);
        const logo = await getLogo(client_id);
        await logos.remove(client_id);
        await record(call, "logo.deleted", client_id, logo);
        return { status: 204 };
      },
    }),
  ];
}

const describe = ({ mediaType, digest, bytes }: Logo) => ({
  media_type: mediaType,
  digest,
  size: bytes.length,
});
