import { type Answer, type AnswerOf, type BodyOf, callApi } from "../../api/call-api.ts";
import type { Versioned } from "../../api/use-form-draft.ts";
import { visibleName } from "../../texts/visible-name.ts";

export type User = AnswerOf<"GET /users/{id}">;
/** PUT takes the username as well: a user who is addressed by id can get a new username. */
export type UserBody = BodyOf<"PUT /users/{id}"> & { readonly username: string };

export const nameOf = ({ name, username }: Pick<User, "name" | "username">): string =>
  visibleName(name, username);

export const isEnabled = ({ enabled = true }: Pick<User, "enabled">): boolean => enabled;

export const toVersioned = ({ body, etag }: Answer<"GET /users/{id}">): Versioned<User> => ({
  value: body,
  etag,
});

export const readUser = async (id: string): Promise<Versioned<User>> =>
  toVersioned(await callApi("GET /users/{id}", { params: { id } }));
