import { createHashName } from "../hash-name.ts";

/** For storage that a test opens without a server. All nodes of a test use this key. */
export const testHashName = createHashName(new Uint8Array(32));
