import { callEntity } from "../../api/entities.ts";
import type { PageKind } from "../kinds/pages.ts";
import type { Members } from "./walk-back.ts";

/** The kinds of objects that have a page with a history. */
export type HistoryKind = PageKind | "permission";

type WriteCondition = { readonly ifMatch: string | undefined } | { readonly ifNew: true };

/**
 * Writes a version onto the version that the user has seen, or creates the object again. Returns the secret that the
 * server generated for a new application.
 */
export async function writeVersion(
  kind: HistoryKind,
  id: string,
  body: Members,
  condition: WriteCondition,
): Promise<string | undefined> {
  const answer: { readonly body: object } = await callEntity(kind, "write", id, { body, ...condition });
  const { client_secret: secret } = answer.body as { readonly client_secret?: string };
  return secret;
}
