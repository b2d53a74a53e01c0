import type { Application, Client } from "./entities.ts";

/** RFC 6749 §2.1: it runs where everyone can read what it holds, so it has no secret. */
export const isPublicApplication = ({ type }: Pick<Application, "type">): boolean =>
  type === "spa" || type === "native";

export const isPublicClient = ({ application }: Pick<Client, "application">): boolean =>
  isPublicApplication(application);
