import { isClientId } from "@licet/engine/internal/values/names.ts";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { ConflictError } from "../../core/errors/errors.ts";
import { ADMINISTRATOR_ROLE, OWN_RESOURCE } from "../../directory/own-names.ts";
import type { Services } from "../../services.ts";
import { createOperator, type WritingServices } from "../operator.ts";
import { requireNoAdministrator } from "./setup-link.ts";

export interface NewAdministrator {
  readonly application?: string;
  readonly user?: { readonly username: string; readonly password: string };
  /** Creates another administrator even when one exists. */
  readonly force: boolean;
}

export interface CreatedAdministrator {
  readonly application?: { readonly id: string; readonly secret: string };
  readonly user?: { readonly id: string };
  /** The identifier of Licet's own resource, which is the audience of a token for its API. */
  readonly resource: string;
  /** A deleted application or user had this name. */
  readonly again: boolean;
  readonly revision: number;
}

export async function createAdministrator(
  services: Pick<Services, "users"> & WritingServices,
  wanted: NewAdministrator,
): Promise<CreatedAdministrator> {
  const { summary, secrets, revision } = await createOperator(services)
    .put({
      kind: wanted.application === undefined ? "user" : "application",
      create: true,
      async state() {
        if (!wanted.force) await requireNoAdministrator(services, "add --force to create another one");
        return toState(wanted);
      },
    })
    .catch((error: unknown) => {
      throw error instanceof ConflictError ? describeExisting(error) : error;
    });
  const resource = await services.storage.state.find("resource", OWN_RESOURCE);
  const [secret] = secrets;
  const user = summary.find(({ kind }) => kind === "user");
  return {
    ...(secret && { application: { id: secret.owner, secret: secret.secret } }),
    ...(user && { user: { id: user.id } }),
    resource: resource?.identifier ?? "",
    again: summary.some(({ again }) => again),
    revision,
  };
}

function toState({ application, user }: NewAdministrator) {
  const applications = application === undefined ? [] : [toApplication(application)];
  const principals = [
    ...applications.map(({ client_id, name }) => formatPrincipalKey("application", client_id ?? name)),
    ...(user ? [formatPrincipalKey("user", user.username)] : []),
  ];
  return {
    applications,
    users: user ? [user] : [],
    assignments: principals.map((principal) => ({ principal, role: ADMINISTRATOR_ROLE })),
  };
}

/** A valid client_id is used as the client_id; for any other name Licet generates one. */
const toApplication = (name: string): { client_id?: string; name: string; type: "service" } => ({
  ...(isClientId(name) && { client_id: name }),
  name,
  type: "service",
});

/** A principal that exists already must not become an administrator only because it has this name. */
function describeExisting(error: ConflictError): ConflictError {
  const { conflict } = error;
  if (conflict.code !== "exists") return error;
  const { kind, name } = conflict;
  return new ConflictError(
    `the ${kind} ${name} exists already; choose another name, or licet grant ${kind}:${name} ${ADMINISTRATOR_ROLE}`,
    { cause: error, conflict },
  );
}
