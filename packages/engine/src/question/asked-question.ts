import type { InstanceReference } from "../answer-check.ts";
import type { KnownContext } from "../parse-check-context.ts";
import type { SubjectReference } from "../subject.ts";
import type { Attributes } from "../values/attributes.ts";

/** A question as it was sent: its names are parsed, and the client of its context is not looked up yet. */
export interface AskedQuestion {
  readonly subject: SubjectReference;
  readonly permission: string;
  readonly resource?: InstanceReference;
  readonly context?: KnownContext & Attributes;
}

/** A question of names alone. */
export type PlainQuestion = Omit<AskedQuestion, "context">;
