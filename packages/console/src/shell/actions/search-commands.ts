import { findEntities } from "../../api/entities.ts";
import { may } from "../../auth/may.ts";
import { nameApplication, nameUser } from "../../components/principals/name-principal.ts";
import { mergeSearches, type Search } from "../../components/search/use-search.ts";
import type { actionTexts } from "./action-texts.ts";
import { mayRun } from "./may-run.ts";
import type { PaletteHit } from "./palette-hit.ts";
import { type Command, parseCommand } from "./parse-command.ts";

type Texts = (typeof actionTexts)["en"];
const HITS = 6;

/** Completes a typed action. Each hit opens the form or the dialog of the action; none of them acts by itself. */
export const createCommandSearch =
  (texts: Texts): Search<PaletteHit> =>
  async (text, signal, onSkipped) => {
    // The search trims the input; after the verb, a space tells a command from a name.
    const command = parseCommand(`${text} `);
    if (!command || !mayRun(command.kind)) return [];
    return mergeSearches([complete(command, texts, signal)], onSkipped);
  };

function complete(command: Command, texts: Texts, signal: AbortSignal): Promise<readonly PaletteHit[]> {
  switch (command.kind) {
    case "assign":
      return command.principal === undefined
        ? completeRole(command.role, texts, signal)
        : completePrincipal(command.role, command.principal, texts, signal);
    case "rotate":
      return completeApplication(command.application, texts, signal);
    case "disable":
      return completeUser(command.user, texts, signal);
  }
}

async function completeRole(search: string, texts: Texts, signal: AbortSignal): Promise<PaletteHit[]> {
  const roles = await findEntities("role", search, HITS, signal);
  return roles.map(({ name, description }) => ({
    label: texts.assignRole(name),
    detail: description,
    icon: "assignment",
    completion: texts.typeAssign(name),
  }));
}

async function completePrincipal(
  role: string,
  search: string,
  texts: Texts,
  signal: AbortSignal,
): Promise<PaletteHit[]> {
  const [roles, users, groups] = await Promise.all([
    findEntities("role", role, HITS, signal),
    findEntities("user", search, HITS, signal),
    may("groups.read") ? findEntities("group", search, HITS, signal) : [],
  ]);
  const names = roles.map(({ name }) => name);
  // The exact name wins; a beginning stands for the first role that it finds.
  const found = names.find((name) => name === role) ?? names[0];
  if (found === undefined) return [];
  const hit = (principal: string, name: string, detail: string): PaletteHit => ({
    label: texts.assignTo(found, name),
    detail,
    icon: "assignment",
    place: { to: "/assignments/new", search: { principal, role: found } },
  });
  return [
    ...users.map(({ id, name, username }) => hit(`user:${id}`, nameUser({ name, username }), username)),
    ...groups.map(({ name }) => hit(`group:${name}`, name, texts.group)),
  ];
}

async function completeApplication(search: string, texts: Texts, signal: AbortSignal): Promise<PaletteHit[]> {
  const applications = await findEntities("application", search, HITS, signal);
  return applications
    .filter(({ type }) => type === "service" || type === "web")
    .filter(({ token_endpoint_auth_method: method }) => method !== "private_key_jwt")
    .map(({ id, client_id: clientId = id, name }) => ({
      label: texts.rotateOf(nameApplication({ name, client_id: clientId })),
      detail: clientId,
      icon: "key",
      place: {
        to: "/applications/$clientId/credentials",
        params: { clientId },
        search: { action: "add-secret" },
      },
    }));
}

async function completeUser(search: string, texts: Texts, signal: AbortSignal): Promise<PaletteHit[]> {
  const users = await findEntities("user", search, HITS, signal);
  return users
    .filter(({ enabled }) => enabled !== false)
    .map(({ id, name, username }) => ({
      label: texts.disableUser(nameUser({ name, username })),
      detail: username,
      icon: "blocked",
      place: { to: "/users/$id", params: { id }, search: { action: "disable" } },
    }));
}
