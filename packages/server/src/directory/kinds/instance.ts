import type { InstanceKey } from "@licet/engine/internal/entities.ts";
import { RESOURCES } from "./areas.ts";
import { attributesField, field, optional, text, textOf } from "./field.ts";
import { defineKind } from "./kind.ts";
import { firstPartOfId, ordered } from "./listing.ts";
import { NAMES, never } from "./opening.ts";
import { instanceId, reference, resourceName } from "./values.ts";

const OWNED = never(
  "the service that owns an instance sets it, and licet:resources.write is trusted with it",
);

export const instance = defineKind({
  table: "instances",
  section: "instances",
  area: RESOURCES,
  grants: never("licet:resources.write is trusted with it, see its fields"),
  locksOut: never("nobody administers Licet through it"),
  titles: { entry: "ConfigurationLooseInstance", owned: "ConfigurationInstance" },
  owner: "resource",
  keys: [({ resource, id }) => `${resource}/${id}`],
  id: ({ resource, id }) => `${resource}/${id}`,
  topic: () => "instances",
  filters: { parent: ordered("parent"), resource: firstPartOfId },
  sorts: ["id", "parent", "updated_at"],
  // A list has the instances of one resource, and their ids begin with it.
  otherSorts: { id: { type: "text", nullable: false } },
  fields: {
    resource: field({
      wire: "resource",
      stored: text,
      schema: resourceName,
      refersTo: { to: "resource" },
      opens: NAMES,
    }),
    id: field({
      wire: "id",
      column: "instance_id",
      stored: text,
      schema: instanceId,
      search: { column: "lower(instance_id)", isName: true },
      opens: NAMES,
    }),
    /** In an entry an id of the same resource, or `<resource>/<id>`: an id alone could begin with the name of one. */
    parent: optional({
      wire: "parent",
      stored: textOf<InstanceKey>(),
      schema: reference,
      refersTo: { to: "instance" },
      opens: OWNED,
    }),
    attributes: attributesField(OWNED),
  },
});
