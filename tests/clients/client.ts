import type { Page } from "playwright-core";
import type { Scene } from "./support/scene.ts";

/** A client of another project that `npm run test:clients` installs and drives. */
export interface Client {
  /** Its folder, its name on the command line, and the `client_id` of its application. */
  readonly name: string;
  /** Left out where its tools are missing, unless it was asked for by name. */
  readonly isOptional?: true;
  /** `npm test` replays what it sends; `--record` renews that. */
  readonly isRecorded?: true;
  /** Its authorization requests are pushed, and Licet is told to take no others (RFC 9126 §6). */
  readonly pushesRequests?: true;
  /** Paths below the address of its web application, when it has one. */
  readonly redirectPaths?: readonly string[];
  readonly postLogoutPaths?: readonly string[];
  /** Installs what is missing and returns the version that will be driven. Throws `MissingTool`. */
  prepare(workspace: Workspace): Promise<string>;
  /** Throws at the first thing that goes wrong. */
  drive(driven: Driven): Promise<void>;
}

/** A folder below `.cache/clients` with a copy of the client's files: what is installed and built stays out of the tree. */
export interface Workspace {
  readonly folder: string;
  readonly say: (text: string) => void;
}

export interface Driven extends Workspace {
  readonly scene: Scene;
  /** A new Chromium page with cookies of its own. */
  readonly page: Page;
  /** Reports something that worked. */
  readonly tried: (what: string) => void;
}

/** A program or package that is not here and cannot be installed from here. */
export class MissingTool extends Error {
  override readonly name = "MissingTool";
}
