/** How a field is written: a message, or a value of a type. `*` marks one that may repeat. */
type Kind =
  | Message
  | "string"
  | "hex"
  | "varint"
  | "fixed64"
  | "double"
  | "fixed32"
  | "packed fixed64"
  | "packed double";
type Field = readonly [name: string, kind: Kind, repeats?: "*"];
export interface Message {
  readonly [number: number]: Field;
}

/**
 * Decodes a message of protobuf by its fields, into the names of its JSON form. A field that is not listed is skipped,
 * and one that is listed with another type throws, as does a message that ends too early.
 */
export function decodeProtobuf(bytes: Buffer, message: Message): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  let at = 0;

  function readVarint(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error("the message ends within a number");
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  function take(length: number): Buffer {
    if (at + length > bytes.length) throw new Error("the message ends within a field");
    at += length;
    return bytes.subarray(at - length, at);
  }

  function readRaw(wireType: number): bigint | Buffer {
    if (wireType === 0) return readVarint();
    if (wireType === 1) return take(8);
    if (wireType === 5) return take(4);
    if (wireType === 2) return take(Number(readVarint()));
    throw new Error(`the wire type ${wireType} does not exist`);
  }

  while (at < bytes.length) {
    const tag = Number(readVarint());
    const raw = readRaw(tag & 7);
    const field = message[tag >> 3];
    if (field === undefined) continue;
    const [name, kind, repeats] = field;
    const value = convert(raw, kind);
    if (repeats) decoded[name] = [...((decoded[name] as unknown[]) ?? []), value];
    else decoded[name] = value;
  }
  return decoded;
}

function convert(raw: bigint | Buffer, kind: Kind): unknown {
  if (typeof raw === "bigint") {
    if (kind !== "varint") throw new Error("a number where something else was expected");
    return Number(raw);
  }
  if (typeof kind === "object") return decodeProtobuf(raw, kind);
  switch (kind) {
    case "string":
      return raw.toString("utf8");
    case "hex":
      return raw.toString("hex");
    case "fixed64":
      return Number(raw.readBigUInt64LE());
    case "fixed32":
      return raw.readUInt32LE();
    case "double":
      return raw.readDoubleLE();
    case "packed fixed64":
      return everyEight(raw, (part) => Number(part.readBigUInt64LE()));
    case "packed double":
      return everyEight(raw, (part) => part.readDoubleLE());
    default:
      throw new Error("bytes where a number was expected");
  }
}

const everyEight = (raw: Buffer, read: (part: Buffer) => number): number[] =>
  Array.from({ length: raw.length / 8 }, (_, index) => read(raw.subarray(index * 8, index * 8 + 8)));
