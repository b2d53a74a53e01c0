import type { InstanceKey } from "@licet/engine/entities.ts";
import { attributesField, field, optional, text, textOf } from "./field.ts";
import { defineKind } from "./kind.ts";
import { firstPartOfId, ordered } from "./listing.ts";
import { NAMES, never } from "./opening.ts";

const OWNED = never(
  "the service that owns an instance sets it, and licet:resources.write is trusted with it",
);

export const instance = defineKind({
  table: "instances",
  id: ({ resource, id }) => `${resource}/${id}`,
  topic: () => "instances",
  filters: { parent: ordered("parent"), resource: firstPartOfId },
  sorts: ["id", "parent", "updated_at"],
  // A list has the instances of one resource, and their ids begin with it.
  otherSorts: { id: { type: "text", nullable: false } },
  fields: {
    resource: field({ wire: "resource", column: "resource", stored: text, inFile: false, opens: NAMES }),
    id: field({
      wire: "id",
      column: "instance_id",
      stored: text,
      search: { column: "lower(instance_id)", isName: true },
      opens: NAMES,
    }),
    /** With its resource, in files as well: an id alone could begin with the name of a resource. */
    parent: optional({ wire: "parent", column: "parent", stored: textOf<InstanceKey>(), opens: OWNED }),
    attributes: attributesField(OWNED),
  },
});
