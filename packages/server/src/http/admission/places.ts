import type { ServerResponse } from "node:http";
import { onAnswered } from "../connection/on-answered.ts";
import type { LoadClass } from "./load-class.ts";
import type { LoadGuard } from "./load-guard.ts";

/** The function that gives the place of a response back; a member, because a map would cost every request more. */
const PLACE = Symbol("place");
type Holder = ServerResponse & { [PLACE]?: (() => void) | undefined };

/** The places of requests that a node has taken on. */
export interface Places {
  /** False: there is none, and the request is to be refused. */
  take(response: ServerResponse, loadClass: LoadClass): boolean;
}

export function createPlaces(guard: LoadGuard): Places {
  const leave: Readonly<Record<LoadClass, () => void>> = {
    decisions: () => guard.leave("decisions"),
    pages: () => guard.leave("pages"),
    changes: () => guard.leave("changes"),
    lists: () => guard.leave("lists"),
    imports: () => guard.leave("imports"),
  };
  return {
    take(response, loadClass) {
      if (!guard.enter(loadClass)) return false;
      (response as Holder)[PLACE] = leave[loadClass];
      // Of the two, the first counts. A client that reads slowly keeps memory busy, which is bounded elsewhere.
      onAnswered(response, release);
      response.on("close", release);
      return true;
    },
  };
}

export const hasPlace = (response: ServerResponse): boolean => (response as Holder)[PLACE] !== undefined;

/** Gives the place back before the response ends, as a stream does that is open for hours. */
export function releasePlace(response: ServerResponse): void {
  const leave = (response as Holder)[PLACE];
  if (leave === undefined) return;
  (response as Holder)[PLACE] = undefined;
  leave();
}

function release(this: ServerResponse): void {
  releasePlace(this);
}
