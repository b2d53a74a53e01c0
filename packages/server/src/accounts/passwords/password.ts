import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { isPublishedCredential } from "../published-credentials/published-credentials.ts";

/** OWASP's first choice for argon2id where memory is shared with other work: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const MAX_CHARACTERS = 1024;
const MAX_BYTES = 4096;

/** Two at once: more would only take memory and both of a small machine's cores from everyone else. */
const MAX_AT_ONCE = 2;

export async function hashPassword(password: string): Promise<string> {
  const message = encodePassword(password);
  if (message instanceof InvalidInputError) throw message;
  const salt = isPublishedCredential(password) ? markedSalt() : randomBytes(SALT_BYTES);
  const tag = await derive(message, { ...COST, salt, tagLength: TAG_BYTES });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`;
}

/**
 * Undefined (no such user, or one without a password) costs as much as a wrong password and is answered alike. A
 * password that could never have been set is refused at once: that says nothing about the user.
 */
export async function verifyPassword(
  password: string,
  phc: string | undefined,
  deriveTag: DeriveTag = derive,
): Promise<boolean> {
  const message = encodePassword(password);
  if (message instanceof InvalidInputError) return false;
  const stored = phc === undefined ? undefined : parsePhc(phc);
  const { tag: expected, ...parameters } = stored ?? DECOY;
  const tag = await deriveTag(message, { ...parameters, tagLength: expected.length });
  return timingSafeEqual(tag, expected) && stored !== undefined;
}

/** Throws InvalidInputError for one that cannot be set. Costs nothing. */
export function requireUsablePassword(password: string): void {
  const message = encodePassword(password);
  if (message instanceof InvalidInputError) throw message;
}

/**
 * The beginning of the salt of every published password. A password hash reveals nothing about its password, and
 * trying every published one on every user takes far too long; this mark identifies them. It reveals no secret: the
 * passwords are public, and 56 bits of the salt still differ.
 */
export const PUBLISHED_MARK = "published/pw";

/** Whether this is the hash of a password that was published when it was stored. */
export const isMarkedHash = (phc: string): boolean => PHC.exec(phc)?.[4]?.startsWith(PUBLISHED_MARK) === true;

function markedSalt(): Buffer {
  const mark = Buffer.from(PUBLISHED_MARK, "base64");
  return Buffer.concat([mark, randomBytes(SALT_BYTES - mark.length)]);
}

/** Whether it can be set at all. Costs nothing. */
export const isUsablePassword = (password: string): boolean => encodePassword(password) instanceof Buffer;

/** A password of this size is an attempt to exhaust the server, and is refused before any hashing. */
export const isOversizedPassword = (password: string): boolean =>
  password.length > MAX_BYTES || Buffer.byteLength(password, "utf8") > MAX_BYTES;

/** NFC, since the same word typed on two keyboards may arrive in two forms (RFC 8265 §4.2.1). */
function encodePassword(password: string): Buffer | InvalidInputError {
  // Before normalising, which may take long for long texts.
  if (password.length > MAX_BYTES) return tooLong();
  const unusable = { issue: { code: "unusable_characters" } } as const;
  if (!password.isWellFormed())
    return new InvalidInputError("a password must be valid Unicode text", unusable);
  if (password.includes("\0"))
    return new InvalidInputError("a password must not contain a NUL character", unusable);
  const text = password.normalize("NFC");
  const message = Buffer.from(text, "utf8");
  if (message.length === 0)
    return new InvalidInputError("a password must not be empty", {
      issue: { code: "too_short", minimum: 1 },
    });
  if (message.length > MAX_BYTES || Array.from(text).length > MAX_CHARACTERS) return tooLong();
  return message;
}

const tooLong = () =>
  new InvalidInputError(`a password may have at most ${MAX_CHARACTERS} characters and ${MAX_BYTES} bytes`, {
    issue: { code: "too_long", maximum: MAX_CHARACTERS },
  });

/** Derives the tag of a password: on the thread pool, unless another place is given. */
export type DeriveTag = (message: Buffer, parameters: TagParameters) => Promise<Buffer>;
export type TagParameters = Parameters & { readonly tagLength: number };

interface Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Uint8Array;
}

const DECOY: Parameters & { readonly tag: Buffer } = {
  ...COST,
  salt: randomBytes(SALT_BYTES),
  tag: randomBytes(TAG_BYTES),
};

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Undefined when it is not a hash that we could have written: such a user cannot sign in. */
function parsePhc(phc: string): (Parameters & { readonly tag: Buffer }) | undefined {
  const [, memoryKiB, passes, parallelism, salt, tag] = PHC.exec(phc) ?? [];
  if (salt === undefined || tag === undefined) return undefined;
  const cost = { memory: Number(memoryKiB), passes: Number(passes), parallelism: Number(parallelism) };
  // RFC 9106 §3.1, and no more memory than a hash of ours or of a sensible import would take.
  const sound =
    cost.passes >= 1 &&
    cost.parallelism >= 1 &&
    cost.memory >= 8 * cost.parallelism &&
    cost.memory <= 1_048_576;
  if (!sound) return undefined;
  return { ...cost, salt: Buffer.from(salt, "base64"), tag: Buffer.from(tag, "base64") };
}

const argon2Async = promisify(argon2);
const waiting: (() => void)[] = [];
let running = 0;

async function derive(
  message: Buffer,
  { salt, ...rest }: Parameters & { tagLength: number },
): Promise<Buffer> {
  if (running < MAX_AT_ONCE) running += 1;
  // A finished hash hands its slot to the next waiter, so a new request never overtakes the queue.
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await argon2Async("argon2id", { message, nonce: salt, ...rest });
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** The PHC string format's B64: standard alphabet, no padding. */
const toBase64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
