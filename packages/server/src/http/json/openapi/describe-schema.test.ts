import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { orText } from "../../../input/schemas.ts";
import { createComponents } from "./collect-components.ts";
import { describeSchema } from "./describe-schema.ts";
import { exampleFrom } from "./example-from.ts";

const member = (schema: z.ZodType, place: "input" | "output" | "parameter") =>
  describeSchema(z.strictObject({ member: schema }), place).properties?.member;

test("an integer has bounds and says how many bits it takes", () => {
  assert.deepEqual(member(z.int().min(1).max(200), "output"), {
    type: "integer",
    format: "int32",
    minimum: 1,
    maximum: 200,
  });
  assert.deepEqual(member(z.int().min(0), "output"), {
    type: "integer",
    format: "int64",
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
  });
});

test("a time has no pattern, and alternatives are no list of types", () => {
  assert.deepEqual(member(z.iso.datetime(), "output"), { type: "string", format: "date-time" });
  assert.deepEqual(member(z.union([z.number(), z.string()]), "input"), {
    anyOf: [{ type: "number" }, { type: "string" }],
  });
});

test("a default is said in words, but for a parameter; what comes back has none", () => {
  const schema = z.enum(["a", "b"]).default("a");
  assert.deepEqual(member(schema, "input"), {
    type: "string",
    enum: ["a", "b"],
    description: "Default: `a`",
  });
  assert.deepEqual(member(schema, "output"), { type: "string", enum: ["a", "b"] });
  assert.deepEqual(member(schema, "parameter"), { type: "string", enum: ["a", "b"], default: "a" });
  assert.deepEqual(member(z.array(z.string()).default([]), "input"), {
    type: "array",
    items: { type: "string" },
  });
});

test("a shorthand may be sent and never comes back", () => {
  const grant = z.strictObject({ permission: z.string() }).meta({ title: "Grant" });
  const schema = orText(
    { title: "GrantInput", text: "PermissionName", maxLength: 9 },
    grant,
    (permission) => ({
      permission,
    }),
  );
  assert.deepEqual(member(schema, "input")?.anyOf?.[0], {
    title: "PermissionName",
    type: "string",
    minLength: 1,
    maxLength: 9,
  });
  assert.equal(member(schema, "input")?.title, "GrantInput");
  assert.equal(member(schema, "output")?.title, "Grant");
});

test("a schema with a title is a component, whose name nothing else can have", () => {
  const components = createComponents();
  const role = z.strictObject({ title: z.string() }).meta({ title: "Role" });
  const page = describeSchema(z.strictObject({ items: z.array(role) }), "output");
  assert.deepEqual(components.refer(page).properties?.items, {
    type: "array",
    items: { $ref: "#/components/schemas/Role" },
  });
  // A member that is called `title` is no title.
  assert.deepEqual(components.all().Role?.properties, { title: { type: "string" } });
  const other = describeSchema(z.strictObject({ id: z.string() }).meta({ title: "Role" }), "output");
  assert.throws(() => components.refer(other), /two schemas of the API have the title Role/);
});

test("an example is put together from those of the parts", () => {
  const components = createComponents();
  const named = (title: string) => z.strictObject({ name: z.string() }).meta({ title });
  const page = z.strictObject({ items: z.array(named("Permission")), revision: z.int().min(3) });
  const schema = components.refer(describeSchema(page, "output"));
  const example = exampleFrom(schema, components.find) as { items: { name: string }[]; revision: number };
  assert.equal(example.items[0]?.name, "month_end_closing");
  assert.equal(example.revision, 3);
});
