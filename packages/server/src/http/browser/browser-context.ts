import type { FastifyReply, FastifyRequest } from "fastify";
import { generateToken, isToken } from "../../accounts/random-token.ts";
import type { ActiveSession } from "../../accounts/session.ts";
import type { Sessions } from "../../accounts/sessions.ts";
import { inOrder } from "../../core/async/in-order.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import { ipOf } from "../admission/client-address.ts";
import type { LimitedAddress } from "../admission/limited-address.ts";
import { type Cookies, canKeepCookies } from "./cookies.ts";
import { PageError } from "./page-errors.ts";
import { type PageVisit, readVisit } from "./page-visit.ts";

/** The browser of a request, and the user who is signed in there. */
export interface Browser extends PageVisit {
  /** Binds interactions and forms to this browser. */
  readonly token: string;
  readonly active: ActiveSession | undefined;
  readonly ip: string;
  /** Undefined: no limit of an address applies. */
  readonly limitedAddress: string | undefined;
  readonly userAgent: string;
  readonly requestId: string;
}

export interface ReadBrowser {
  (request: FastifyRequest, reply: FastifyReply): Promise<Browser>;
  /** Also finds what belongs to this browser, at the same time as the session. */
  with<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    find: (browserToken: string) => Promise<T>,
  ): Promise<readonly [Browser, T]>;
}

/** Every page calls this first. A new browser gets its cookie with the answer. */
export function createReadBrowser(options: {
  readonly baseUrl: string;
  readonly cookies: Cookies;
  readonly sessions: Pick<Sessions, "find">;
  readonly feed: Pick<ChangeFeed, "confirm">;
  readonly limitedAddress: LimitedAddress;
}): ReadBrowser {
  const { baseUrl, cookies, sessions, feed, limitedAddress } = options;

  const readBrowserWith: ReadBrowser["with"] = async (request, reply, find) => {
    if (!canKeepCookies(baseUrl)) {
      request.log.warn(
        { requestId: request.id },
        "pages need a base URL with https, or http on the loopback",
      );
      throw new PageError("unavailable");
    }
    // A user who was disabled a moment ago on another node is not signed in any more.
    await feed.confirm();
    const given = cookies.read(request, "browser");
    const isKnown = given !== undefined && isToken(given);
    const token = isKnown ? given : generateToken();
    if (!isKnown) cookies.set(reply, "browser", token);
    const sessionToken = cookies.read(request, "session");
    const [active, found] = await inOrder([
      sessionToken === undefined ? undefined : sessions.find(sessionToken),
      find(token),
    ]);
    const browser = {
      token,
      active,
      ip: ipOf(request),
      limitedAddress: limitedAddress(request),
      userAgent: request.headers["user-agent"] ?? "",
      ...readVisit(request),
      requestId: request.id,
    };
    return [browser, found];
  };

  return Object.assign(
    async (request: FastifyRequest, reply: FastifyReply) =>
      (await readBrowserWith(request, reply, async () => undefined))[0],
    { with: readBrowserWith },
  );
}
