import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";
import { invalidInput } from "../problems.ts";

/** The list that a cursor belongs to, with its filters and its order. */
export interface CursorScope {
  readonly route: string;
  readonly filters: unknown;
}

/**
 * The position where a list continues. Callers get it as one opaque text and send it back; a made-up cursor, or one of
 * another list, is refused, so that positions never become an interface that callers depend on. It is encrypted: a
 * position may contain the name or the email address of a user, and addresses of requests are logged.
 */
export interface Cursors {
  write(scope: CursorScope, position: string): string;
  /** Throws a problem when the text is not a cursor that Licet wrote for this list. */
  read(scope: CursorScope, text: string): string;
}

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createCursors(key: Uint8Array): Cursors {
  const derive = (purpose: string) => createHmac("sha256", key).update(purpose).digest();
  const encryptionKey = derive("encrypt cursors");
  const nonceKey = derive("choose nonces of cursors");
  const associated = ({ route, filters }: CursorScope) => Buffer.from(JSON.stringify([route, filters]));

  return {
    write(scope, position) {
      // Made from what is encrypted: the same nonce never meets another text, and a position has one cursor.
      const nonce = createHmac("sha256", nonceKey)
        .update(JSON.stringify([scope.route, scope.filters, position]))
        .digest()
        .subarray(0, NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, encryptionKey, nonce).setAAD(associated(scope));
      const encrypted = Buffer.concat([cipher.update(position, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64url");
    },
    read(scope, text) {
      const bytes = Buffer.from(text, "base64url");
      // Node decodes base64url leniently, so several texts would be valid for one position.
      if (bytes.toString("base64url") !== text || bytes.length < NONCE_BYTES + TAG_BYTES) throw notACursor();
      const decipher = createDecipheriv(ALGORITHM, encryptionKey, bytes.subarray(0, NONCE_BYTES))
        .setAAD(associated(scope))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const position = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([position, decipher.final()]).toString();
      } catch {
        throw notACursor();
      }
    },
  };
}

const notACursor = () =>
  invalidInput([
    {
      pointer: "/query/cursor",
      detail: "is not a cursor of this list",
      code: "malformed",
      expected: "cursor",
    },
  ]);
