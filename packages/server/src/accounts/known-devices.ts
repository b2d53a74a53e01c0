import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "@licet/engine/internal/values/time.ts";

/** A browser in which a user has signed in. */
export interface KnownDevice {
  /** Random: limits count what is tried with it. */
  readonly id: string;
  readonly userId: string;
}

/** The cookie by which a browser remembers the users who have signed in there. The server stores nothing. */
export interface KnownDevices {
  /** Only a cookie that this server issued and that is not too old; any other counts as none. */
  read(cookie: string | undefined): readonly KnownDevice[];
  /** The cookie after this user has signed in. */
  remember(cookie: string | undefined, userId: string): string;
}

/** RFC 6265bis §5.5: browsers keep no cookie for longer. */
export const DEVICE_SECONDS = 400 * 86_400;
/** A family's computer. The user who has not signed in for longest goes first. */
const MAX_USERS = 5;

/** `<user>.<random>.<time>.<seal>`, one for each user, the last to sign in first. */
const ENTRY = /^(usr_[0-9A-Za-z_-]{1,64})\.([A-Za-z0-9_-]{22})\.([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/;

export function createKnownDevices(options: {
  readonly key: Uint8Array;
  readonly clock: Clock;
}): KnownDevices {
  const { clock } = options;
  const key = createSecretKey(options.key);
  const seal = (body: string): string => createHmac("sha256", key).update(body).digest("base64url");

  const parseEntry = (text: string): (KnownDevice & { readonly text: string }) | undefined => {
    const [, userId, id, time, given] = ENTRY.exec(text) ?? [];
    if (userId === undefined || id === undefined || time === undefined || given === undefined)
      return undefined;
    if (!timingSafeEqual(Buffer.from(given), Buffer.from(seal(`${userId}.${id}.${time}`)))) return undefined;
    if (Number.parseInt(time, 36) + DEVICE_SECONDS <= clock.seconds()) return undefined;
    return { userId, id, text };
  };

  const parseAll = (cookie: string | undefined) =>
    (cookie ?? "")
      .split("~", MAX_USERS)
      .map(parseEntry)
      .filter((entry) => entry !== undefined);

  return {
    read: (cookie) => parseAll(cookie).map(({ userId, id }) => ({ userId, id })),
    remember(cookie, userId) {
      const entries = parseAll(cookie);
      // The same browser keeps its name: a new one would bring new attempts with every sign-in.
      const id =
        entries.find((entry) => entry.userId === userId)?.id ?? randomBytes(16).toString("base64url");
      const body = `${userId}.${id}.${clock.seconds().toString(36)}`;
      const others = entries.filter((entry) => entry.userId !== userId).map(({ text }) => text);
      return [`${body}.${seal(body)}`, ...others].slice(0, MAX_USERS).join("~");
    },
  };
}
