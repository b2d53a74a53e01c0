import { createHash } from "node:crypto";
import type { Logo } from "../../oauth/stores.ts";

/**
 * Detects the type of a picture from its bytes, never from the declared type: a file served from Licet's own origin
 * must not contain a script, as SVG can. Undefined unless it begins like one of the three types.
 */
export function parsePicture(bytes: Uint8Array): Logo | undefined {
  const mediaType = typeOf(Buffer.from(bytes.subarray(0, 16)).toString("latin1"));
  if (mediaType === undefined) return undefined;
  return { mediaType, bytes, digest: createHash("sha256").update(bytes).digest("base64url") };
}

function typeOf(beginning: string): Logo["mediaType"] | undefined {
  // PNG §5.2 and §11.2.1: the signature, then the header chunk, which is 13 bytes long.
  if (beginning === "\x89PNG\r\n\x1a\n\0\0\0\rIHDR") return "image/png";
  // ITU-T T.81 §B.2.1: start of image, then another marker.
  if (beginning.startsWith("\xff\xd8\xff")) return "image/jpeg";
  // RFC 9649 §2.4: a RIFF container of the form WEBP; what is in it is VP8 in one of its kinds (§2.5 to §2.7).
  if (/^RIFF.{4}WEBPVP8[ LX]$/s.test(beginning)) return "image/webp";
  return undefined;
}
