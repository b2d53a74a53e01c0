import { createSample, type JsonSchema, objectForm } from "./json-schema.ts";

/** A body that is right but for one thing. */
export interface WrongBody {
  readonly what: string;
  readonly body: unknown;
  /** RFC 6901: where the one thing stands. */
  readonly pointer: string;
  /** The expected code, where there is only one. */
  readonly code?: string;
}

type Path = readonly (string | number)[];
type Build = (value: unknown) => unknown;

/** One place of a body, and how to put something else there. */
interface Place {
  readonly path: Path;
  readonly schema: JsonSchema;
  readonly build: Build;
}

export function* wrongBodies(body: JsonSchema): Generator<WrongBody> {
  for (const place of placesOf({ path: [], schema: body, build: (value) => value })) {
    const pointer = place.path.map((part) => `/${part}`).join("");
    for (const [what, value] of wrongValues(place.schema))
      yield { what: `${pointer || "the body"} is ${what}`, body: place.build(value), pointer };
    const schema = objectForm(place.schema);
    if (isStrict(schema)) {
      const body = place.build({ ...objectOf(schema), "no such member": 1 });
      yield {
        what: `${pointer || "the body"} has an unknown member`,
        body,
        pointer: `${pointer}/no such member`,
        code: "unknown_member",
      };
    }
    // Of a map that may have any names, what is missing is told of the map.
    for (const name of isStrict(schema) ? (schema.required ?? []) : []) {
      const { [name]: _, ...rest } = objectOf(schema);
      yield {
        what: `${pointer}/${name} is missing`,
        body: place.build(rest),
        pointer: `${pointer}/${name}`,
        code: "missing",
      };
    }
  }
}

/** Deeper members belong to schemas of other routes as well, where they are less deep. */
const MAX_DEPTH = 4;

/** The place itself, and all places within it. */
function* placesOf(place: Place): Generator<Place> {
  yield place;
  const { path, build } = place;
  const schema = objectForm(place.schema);
  if (path.length >= MAX_DEPTH) return;
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (member.readOnly) continue;
    const within = (value: unknown) => build({ ...objectOf(schema), [name]: value });
    yield* placesOf({ path: [...path, name], schema: member, build: within });
  }
  const { additionalProperties, items } = schema;
  if (typeof additionalProperties === "object" && additionalProperties.type !== undefined) {
    const key = additionalProperties.type === "string" ? "en" : "read";
    yield* placesOf({
      path: [...path, key],
      schema: additionalProperties,
      build: (value) => build({ [key]: value }),
    });
  }
  if (items) yield* placesOf({ path: [...path, 0], schema: items, build: (value) => build([value]) });
}

const isRecordLike = (schema: JsonSchema): boolean =>
  schema.type === "object" && schema.properties !== undefined;
const isStrict = (schema: JsonSchema): boolean =>
  isRecordLike(schema) && typeof schema.additionalProperties !== "object";

const objectOf = (schema: JsonSchema): Record<string, unknown> =>
  createSample(schema) as Record<string, unknown>;

const OF_TYPE: Readonly<Record<string, unknown>> = {
  null: null,
  boolean: true,
  number: 42,
  string: "a text",
  array: [],
  object: {},
};

function* wrongValues(schema: JsonSchema): Generator<readonly [what: string, value: unknown]> {
  const types = typesOf(schema);
  if (types.length === 0) return;
  for (const [type, value] of Object.entries(OF_TYPE)) {
    // A text is a shorter way of writing some objects.
    const isShorthand = type === "string" && types.includes("object");
    const isAllowed = types.includes(type) || (type === "number" && types.includes("integer"));
    if (!isAllowed && !isShorthand) yield [`of the type ${type}`, value];
  }
  if (schema.enum) yield ["none of those it may be", "no such value"];
  if (schema.minLength) yield ["empty", ""];
  if (schema.maxLength !== undefined && schema.maxLength < 40_000)
    yield ["one character too long", "a".repeat(schema.maxLength + 1)];
  if (schema.maxItems !== undefined)
    yield [
      "one entry too long",
      Array.from({ length: schema.maxItems + 1 }, (_, n) => `https://a.example.test/${n}`),
    ];
  if (types.includes("integer")) yield ["a fraction", 1.5];
  if (schema.minimum !== undefined) yield ["too small", schema.minimum - 1];
  // Texts that JSON can carry and no database can store.
  if (types.includes("string")) yield ["a text with a NUL and half a character", "a\u0000b\ud800"];
}

function typesOf({ type, anyOf, enum: values }: JsonSchema): readonly string[] {
  const own = type === undefined ? [] : typeof type === "string" ? [type] : type;
  const listed = values?.map((value) => typeof value) ?? [];
  return [...new Set([...own, ...(anyOf ?? []).flatMap(typesOf), ...listed])];
}
