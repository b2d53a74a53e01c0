import { randomUUID } from "node:crypto";

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's own request id is kept when it is harmless, so that its logs and those of Licet can be compared. */
export function requestIdFrom(given: string | string[] | undefined): string {
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}
