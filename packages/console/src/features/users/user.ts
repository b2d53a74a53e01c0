import { type Answer, type AnswerOf, type BodyOf, callApi } from "../../api/call-api.ts";
import type { Versioned } from "../../api/use-form-draft.ts";
import { nameUser } from "../../components/principals/name-principal.ts";

export type User = AnswerOf<"GET /users/{id}">;
/** PUT takes the username as well: a user who is addressed by id can get a new username. */
export type UserBody = BodyOf<"PUT /users/{id}"> & { readonly username: string };

export const nameOf = (user: Pick<User, "name" | "username">): string => nameUser(user);

export const isEnabled = ({ enabled = true }: Pick<User, "enabled">): boolean => enabled;

export const toVersioned = ({ body, etag }: Answer<"GET /users/{id}">): Versioned<User> => ({
  value: body,
  etag,
});

export const readUser = async (id: string): Promise<Versioned<User>> =>
  toVersioned(await callApi("GET /users/{id}", { params: { id } }));
