import type { ConditionInputs } from "./condition.ts";
import { DYN, listOf, mapOf, STRING, TIMESTAMP, type Type } from "./types.ts";

type Shape<Root extends keyof ConditionInputs> = Readonly<
  Record<keyof NonNullable<ConditionInputs[Root]>, Type>
>;

const attributes = mapOf(STRING, DYN);
const subject: Shape<"subject"> = { type: STRING, id: STRING, name: STRING, email: STRING, attributes };
const resource: Shape<"resource"> = { type: STRING, id: STRING, attributes };
const action: Shape<"action"> = { name: STRING };
const client: Shape<"client"> = { id: STRING, application: STRING, type: STRING, name: STRING };
const request: Shape<"request"> = {
  time: TIMESTAMP,
  ip: STRING,
  grant_type: STRING,
  acr: STRING,
  amr: listOf(STRING),
  auth_time: TIMESTAMP,
  context: attributes,
};

/** The names that an expression can begin with. The compiler ensures that they match ConditionInputs. */
const SHAPES: Readonly<Record<keyof ConditionInputs, Readonly<Record<string, Type>>>> = {
  subject,
  resource,
  action,
  client,
  request,
};

export const INPUTS: ReadonlyMap<string, Extract<Type, { readonly kind: "input" }>> = new Map(
  Object.entries(SHAPES).map(([name, members]) => [name, { kind: "input", name, members }]),
);

export const isInputName = (name: string): name is keyof ConditionInputs => INPUTS.has(name);
