import type { Application } from "../../accounts/entities.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import type { Services } from "../../services.ts";
import type { SummaryLine } from "../../state/plan-changes.ts";
import { commitDraft } from "../actions/commit-draft.ts";
import { planState } from "../actions/plan-state.ts";
import { getApplication } from "./get-application.ts";

export interface ChangedApplication {
  readonly id: string;
  readonly effect: SummaryLine["effect"];
  readonly revision: number;
}

/** Changes the given keys of an application, by the rules of a configuration file, and keeps all others. */
export async function changeApplication(
  services: Pick<Services, "clock" | "plannerDependencies" | "storage">,
  id: string,
  change: (application: Application) => Readonly<Record<string, unknown>>,
): Promise<ChangedApplication> {
  const { summary, revision } = await commitDraft(services, async () => {
    const application = await getApplication(services, id);
    const entry = { ...KINDS.application.toEntry(application), ...change(application) };
    return planState(services, { applications: [entry] });
  });
  const line = summary.find(({ kind }) => kind === "application");
  return { id: line?.id ?? id, effect: line?.effect ?? "unchanged", revision };
}
