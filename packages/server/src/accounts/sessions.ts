import { type Clock, type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import { withoutDeadline } from "../core/time/deadline.ts";
import { generateId } from "../core/values/ids.ts";
import type { User } from "./entities.ts";
import { passwordStamp } from "./passwords/password-stamp.ts";
import { generateToken, hashToken, isToken } from "./random-token.ts";
import {
  type ActiveSession,
  type Authentication,
  PASSWORD_ACR,
  type Session,
  type SessionTimes,
} from "./session.ts";
import type { SessionStore } from "./stores.ts";
import type { Users } from "./users.ts";

/** A session together with its token, which only its browser gets. */
export interface StartedSession {
  readonly session: Session;
  readonly token: string;
}

export interface Sessions {
  /** Undefined when it is unknown, over, idle for too long, or its user may not (or no longer so) sign in. */
  find(token: string): Promise<ActiveSession | undefined>;
  /** When a session with these times ends, unless it is used before. */
  endOf(times: SessionTimes): EpochSeconds;
  /** It was used by something else than its browser. Settles once that is written, or could not be. */
  touch(session: Pick<Session, "id" | "lastSeenAt">): Promise<void>;
  /** The session that this browser had before, `replaces`, ends with the beginning of the new one. */
  start(
    user: User,
    from: { readonly ip: string; readonly userAgent: string; readonly replaces?: string | undefined },
  ): Promise<StartedSession>;
  /** The same user proved once more who they are: the same session with another token. Undefined when it has ended. */
  renew(session: Session, user: User): Promise<StartedSession | undefined>;
  /** It goes on with the password that the user has now. */
  restamp(session: Session, passwordHash: string): Promise<void>;
  end(id: string): Promise<Session | undefined>;
  /** The valid sessions of a user, the last seen first. */
  list(user: User): Promise<readonly Session[]>;
  /** Every other session of the user, and every application's access. */
  endOthers(session: Session): Promise<readonly Session[]>;
  /** Every session of the user, and every application's access. */
  endAll(userId: string): Promise<readonly Session[]>;
}

/**
 * `lastSeenAt` is written no more often than once a minute: a page must not cost a write. A short idle time is written
 * more exactly, so that a session in use does not end for want of a write.
 */
const touchEverySeconds = (idleSeconds: number): number => Math.min(60, Math.floor(idleSeconds / 60));
const MAX_USER_AGENT = 512;

export function createSessions(options: {
  readonly store: SessionStore;
  readonly users: Pick<Users, "find" | "findLatest">;
  readonly clock: Clock;
  readonly idleSeconds: number;
  readonly absoluteSeconds: number;
  /** Hears why a time of last use could not be written; the request goes on without. */
  readonly onError: (error: unknown) => void;
}): Sessions {
  const { store, users, clock, idleSeconds, absoluteSeconds, onError } = options;
  const touching = new Map<string, Promise<void>>();
  const touchEvery = touchEverySeconds(idleSeconds);

  const endOf = ({ expiresAt, lastSeenAt }: SessionTimes): EpochSeconds =>
    Math.min(expiresAt, lastSeenAt + idleSeconds);
  const isOver = (session: Session, now: EpochSeconds): boolean => isExpired(endOf(session), now);

  const findUserOf = async (session: Session): Promise<User | undefined> => {
    const known = await users.find(session.userId);
    if (isStampedBy(session, known)) return known;
    // The session may carry a password that this node has not heard of yet.
    const latest = await users.findLatest(session.userId);
    return isStampedBy(session, latest) ? latest : undefined;
  };

  const touch: Sessions["touch"] = async ({ id, lastSeenAt }) => {
    const now = clock.seconds();
    if (now - lastSeenAt < touchEvery) return;
    const written =
      touching.get(id) ??
      // Callers need not wait for it, so it may outlive them.
      withoutDeadline(() => store.touch(id, now))
        .catch(onError)
        .finally(() => touching.delete(id));
    touching.set(id, written);
    await written;
  };

  return {
    endOf,
    touch,

    async find(token) {
      if (!isToken(token)) return undefined;
      const session = await store.find(hashToken(token));
      const now = clock.seconds();
      if (!session || isOver(session, now)) return undefined;
      const user = await findUserOf(session);
      if (!user?.enabled) return undefined;
      // The page does not wait for it.
      void touch(session);
      return { session, user };
    },

    async start(user, { ip, userAgent, replaces }) {
      const now = clock.seconds();
      const token = generateToken();
      const session: Session = {
        id: generateId("session"),
        userId: user.id,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: now + absoluteSeconds,
        authentication: byPassword(now),
        passwordStamp: passwordStamp(user),
        ip,
        userAgent: userAgent.slice(0, MAX_USER_AGENT),
      };
      await store.start(session, hashToken(token), replaces);
      return { session, token };
    },

    async renew(session, user) {
      const token = generateToken();
      const proof = { authentication: byPassword(clock.seconds()), passwordStamp: passwordStamp(user) };
      const goesOn = await store.renew(session.id, hashToken(token), proof);
      return goesOn ? { session: { ...session, ...proof }, token } : undefined;
    },

    restamp: (session, passwordHash) => store.restamp(session.id, passwordStamp({ passwordHash })),
    end: (id) => store.end(id, clock.seconds()),

    async list(user) {
      const now = clock.seconds();
      const sessions = await store.listOfUser(user.id);
      return sessions
        .filter((session) => !isOver(session, now) && isStampedBy(session, user))
        .sort((one, other) => other.lastSeenAt - one.lastSeenAt);
    },

    endOthers: ({ userId, id }) => store.endAllOfUser(userId, clock.seconds(), id),
    endAll: (userId) => store.endAllOfUser(userId, clock.seconds()),
  };
}

const isStampedBy = (session: Session, user: User | undefined): boolean =>
  user !== undefined && session.passwordStamp === passwordStamp(user);

/** RFC 8176 §2 names the method. */
const byPassword = (time: EpochSeconds): Authentication => ({ time, acr: PASSWORD_ACR, amr: ["pwd"] });
