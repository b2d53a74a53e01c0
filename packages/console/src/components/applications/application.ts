import type { Entity, EntityBody } from "../../api/entities.ts";

export type Application = Entity<"application">;
export type ApplicationBody = EntityBody<"application">;
export type ApplicationType = Application["type"];

/** RFC 6749 §2.1: a client whose code its users can read cannot keep a secret. */
export const isPublicType = (type: ApplicationType): boolean => type === "spa" || type === "native";
export const signsUsersIn = (type: ApplicationType): boolean => type !== "service";
