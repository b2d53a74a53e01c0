import { createHmac, timingSafeEqual } from "node:crypto";
import { invalidInput } from "../problems.ts";

/** The list that a cursor belongs to, with its filters. */
export interface CursorScope {
  readonly route: string;
  readonly filters: unknown;
}

/**
 * The position where a list continues. Callers get it as one opaque text and send it back; a made-up cursor, or one of
 * another list, is refused, so that positions never become an interface that callers depend on.
 */
export interface Cursors {
  write(scope: CursorScope, position: string): string;
  /** Throws a problem when the text is not a cursor that Licet wrote for this list. */
  read(scope: CursorScope, text: string): string;
}

const MAC_BYTES = 16;

export function createCursors(key: Uint8Array): Cursors {
  const mac = ({ route, filters }: CursorScope, position: string) =>
    createHmac("sha256", key)
      .update(JSON.stringify([route, filters, position]))
      .digest()
      .subarray(0, MAC_BYTES);

  return {
    write: (scope, position) =>
      Buffer.concat([mac(scope, position), Buffer.from(position)]).toString("base64url"),
    read(scope, text) {
      const bytes = Buffer.from(text, "base64url");
      const position = bytes.subarray(MAC_BYTES).toString();
      const given = bytes.subarray(0, MAC_BYTES);
      const expected = mac(scope, position);
      // Node decodes base64url leniently, so several texts would be valid for one position.
      const isWellFormed = bytes.toString("base64url") === text && given.length === MAC_BYTES;
      if (!isWellFormed || !timingSafeEqual(given, expected))
        throw invalidInput([
          {
            pointer: "/query/cursor",
            detail: "is not a cursor of this list",
            code: "malformed",
            expected: "cursor",
          },
        ]);
      return position;
    },
  };
}
