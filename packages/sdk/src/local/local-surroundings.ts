import { SURROUNDINGS, type Surroundings } from "../common/surroundings.ts";

export interface LocalSurroundings extends Surroundings {
  /** Milliseconds by a clock that is never set. */
  readonly monotonic: () => number;
}

export const LOCAL_SURROUNDINGS: LocalSurroundings = {
  ...SURROUNDINGS,
  monotonic: () => performance.now(),
};
