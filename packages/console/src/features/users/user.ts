import type { Entity, EntityBody } from "../../api/entities.ts";

export type User = Entity<"user">;
/** PUT takes the username as well: a user who is addressed by id can get a new username. */
export type UserBody = EntityBody<"user"> & { readonly username: string };
export { nameUser as nameOf } from "../../components/principals/name-principal.ts";
