import { z } from "zod";

/** Single values that many answers have. */

/** Counted up by every change of the permission data. */
export const revision = z.int().min(0);
export const version = z.int().min(1).meta({ description: "Counted up by every change; also the ETag" });
export const count = z.int().min(0);
export const time = z.iso.datetime();

/** A user in a path. */
export const idOrUsername = z.string().meta({ description: "The id or the username" });

/** A generated secret, in the answer to its creation. */
export const shownOnce = z.string().meta({ description: "Shown this once, and never again" });

/** A list that is given as a whole. */
export const list = <Item extends z.ZodType>(title: string, item: Item) =>
  z.strictObject({ items: z.array(item) }).meta({ title });

/** One page of a list. */
export const page = <Item extends z.ZodType>(title: string, item: Item) =>
  z.strictObject({ items: z.array(item), next_cursor: nextCursor }).meta({ title });

export const nextCursor = z
  .string()
  .optional()
  .meta({ description: "Of the next page, as `cursor`; not there on the last one" });

/** One entity that a change set writes or deletes. */
export const changedEntity = z
  .strictObject({ op: z.enum(["put", "delete"]), kind: z.string(), id: z.string() })
  .meta({ title: "ChangedEntity" });
