import { createHashName } from "../hash-name.ts";

/** For storage that is opened without a server: every node of a test knows this key. */
export const testHashName = createHashName(new Uint8Array(32));
