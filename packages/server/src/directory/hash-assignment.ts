import { hash } from "node:crypto";
import { assignmentIdFrom, canonicalAssignment } from "@licet/engine/internal/assignment-id.ts";
import type { Assignment } from "@licet/engine/internal/entities.ts";

/** The same id as the engine's `assignmentId`, with the digest of Node: a bulk write makes a million of them. */
export const hashAssignment = (assignment: Omit<Assignment, "id" | "expiresAt">): string =>
  assignmentIdFrom(hash("sha256", canonicalAssignment(assignment), "buffer"));
