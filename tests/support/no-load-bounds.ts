import type { HashingOptions } from "../../packages/server/src/accounts/passwords/hashing-thread.ts";
import type { LoadBounds } from "../../packages/server/src/http/admission/load-guard.ts";

const NO_BOUND: LoadBounds = {
  always: Number.POSITIVE_INFINITY,
  most: Number.POSITIVE_INFINITY,
  delayMilliseconds: Number.POSITIVE_INFINITY,
  waitMilliseconds: Number.POSITIVE_INFINITY,
};

/** A server that takes on every request, however busy it is. */
export const NO_LOAD_BOUNDS = {
  decisions: NO_BOUND,
  pages: NO_BOUND,
  changes: NO_BOUND,
  lists: NO_BOUND,
  imports: NO_BOUND,
};

/** Passwords are hashed whatever else the machine does, and however many wait. */
export const EAGER_HASHING: HashingOptions = {
  longestWaitMilliseconds: Number.POSITIVE_INFINITY,
  givesWay: false,
};
