import { callApi } from "../../api/call-api.ts";
import type { LicetPermission } from "../../auth/licet-permission.ts";
import type { Members } from "./walk-back.ts";

/** The kinds of objects that have a page with a history. */
export type HistoryKind = "role" | "group" | "user" | "application" | "resource" | "permission";

interface Writing {
  readonly needs: LicetPermission;
  /**
   * Writes a version onto the version that the user has seen, or creates the object again. Returns the secret that the
   * server generated for a new application.
   */
  write(id: string, body: Members, condition: WriteCondition): Promise<string | undefined>;
}

export type WriteCondition = { readonly ifMatch: string | undefined } | { readonly ifNew: true };

/** A version has the members that the API wrote, so the schema of its body holds. */
const bodyOf = (body: Members) => body as never;

const findSecret = async (answer: Promise<{ readonly body: object }>): Promise<string | undefined> => {
  const { body } = await answer;
  return "client_secret" in body && typeof body.client_secret === "string" ? body.client_secret : undefined;
};

export const WRITINGS: Readonly<Record<HistoryKind, Writing>> = {
  role: {
    needs: "roles.write",
    write: (name, body, condition) =>
      findSecret(callApi("PUT /roles/{name}", { params: { name }, body: bodyOf(body), ...condition })),
  },
  group: {
    needs: "groups.write",
    write: (name, body, condition) =>
      findSecret(callApi("PUT /groups/{name}", { params: { name }, body: bodyOf(body), ...condition })),
  },
  user: {
    needs: "users.write",
    write: (id, body, condition) =>
      findSecret(callApi("PUT /users/{id}", { params: { id }, body: bodyOf(body), ...condition })),
  },
  application: {
    needs: "applications.write",
    write: (id, body, condition) =>
      findSecret(
        callApi("PUT /applications/{client_id}", {
          params: { client_id: id },
          body: bodyOf(body),
          ...condition,
        }),
      ),
  },
  resource: {
    needs: "resources.write",
    write: (name, body, condition) =>
      findSecret(callApi("PUT /resources/{name}", { params: { name }, body: bodyOf(body), ...condition })),
  },
  permission: {
    needs: "permissions.write",
    write: (name, body, condition) =>
      findSecret(callApi("PUT /permissions/{name}", { params: { name }, body: bodyOf(body), ...condition })),
  },
};
