import type { Resource } from "@licet/engine/entities.ts";
import { ConflictError, InvalidInputError } from "../../core/errors.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import { didYouMean } from "../../input/did-you-mean.ts";
import type { Services } from "../../services.ts";
import type { Change } from "../../state/change.ts";
import type { SummaryLine } from "../../state/plan-changes.ts";
import { commitDraft } from "../actions/commit-draft.ts";
import { planState } from "../actions/plan-state.ts";

export interface NewAction {
  readonly name: string;
  readonly description: string;
}

export interface NewResource {
  readonly name: string;
  readonly identifier: string;
  readonly action?: readonly NewAction[];
  readonly signingAlg?: Resource["signingAlgorithm"];
  readonly accessTokenType?: Resource["accessTokenType"];
}

type Changing = Pick<Services, "clock" | "plannerDependencies" | "storage">;

export async function getResource({ storage }: Pick<Services, "storage">, name: string): Promise<Resource> {
  const resource = await storage.state.find("resource", name);
  if (resource) return resource;
  const names = (await storage.state.list("resource")).map((each) => each.name);
  throw new InvalidInputError(
    `there is no resource ${name}${didYouMean(name, names) || "; licet resource list shows them"}`,
  );
}

export function createResource(
  services: Changing,
  wanted: NewResource,
): Promise<{ readonly revision: number }> {
  const { name, identifier, action = [], signingAlg, accessTokenType } = wanted;
  const resource = {
    name,
    identifier,
    ...(signingAlg !== undefined && { signing_alg: signingAlg }),
    ...(accessTokenType !== undefined && { access_token_type: accessTokenType }),
    actions: toActions(action),
  };
  return commitDraft(services, async () => {
    const plan = await planState(services, { resources: [resource] });
    if (plan.summary.some(({ effect }) => effect !== "created"))
      throw new ConflictError(
        `the resource ${name} exists already; licet resource add-action adds actions to it`,
      );
    return plan;
  });
}

/** Adds an action, or gives it another English description. Its other languages stay. */
export const addAction = async (
  services: Changing,
  resource: string,
  { name, description }: NewAction,
): Promise<{ readonly effect: SummaryLine["effect"]; readonly revision: number }> => {
  const { before, changes, revision } = await changeActions(services, resource, (actions) => ({
    ...actions,
    [name]: { description: { ...actions[name]?.description, en: description } },
  }));
  if (changes.length === 0) return { effect: "unchanged", revision };
  return { effect: Object.hasOwn(before.actions, name) ? "updated" : "created", revision };
};

/** An action that something still refers to stays, and the error names what. */
export const removeAction = (
  services: Changing,
  resource: string,
  action: string,
): Promise<{ readonly revision: number }> =>
  changeActions(services, resource, ({ [action]: removed, ...rest }) => {
    if (removed !== undefined) return rest;
    const known = Object.keys(rest).join(", ") || "none";
    throw new InvalidInputError(
      `${resource} has no action ${action}${didYouMean(action, Object.keys(rest))}; known: ${known}`,
    );
  });

/** The other parts of the resource stay, its instances included: a file without instances keeps them. */
async function changeActions(
  services: Changing,
  name: string,
  change: (actions: Resource["actions"]) => Resource["actions"],
): Promise<{ readonly before: Resource; readonly changes: readonly Change[]; readonly revision: number }> {
  return commitDraft(services, async () => {
    const before = await getResource(services, name);
    const entry = { ...KINDS.resource.toEntry(before), actions: change(before.actions) };
    const { changes } = await planState(services, { resources: [entry] });
    return { before, changes };
  });
}

function toActions(actions: readonly NewAction[]): Readonly<Record<string, unknown>> {
  const names = actions.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new InvalidInputError(`--action ${twice} is given twice`);
  return Object.fromEntries(actions.map(({ name, description }) => [name, { description }]));
}
