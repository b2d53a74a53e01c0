import { bodyFrom } from "../../api/entities.ts";
import { type EntityDraft, useEntityDraft } from "../../components/pages/use-entity-draft.ts";
import type { Application, ApplicationBody } from "./application.ts";
import { useApplication } from "./use-application.ts";

type Members = { readonly [Member in keyof ApplicationBody]?: ApplicationBody[Member] | undefined };

/** Edits some members of the application in a form; the body includes the other members unchanged. */
export function useApplicationDraft<Part extends Members>(
  pick: (application: Application) => Part,
): EntityDraft<Part> {
  const { stored } = useApplication();
  return useEntityDraft("application", {
    stored,
    pick,
    bodyOf: (part, application) => withoutEmpty({ ...bodyFrom("application", application), ...part }),
  });
}

/** An empty field omits its member. */
const withoutEmpty = (body: object): ApplicationBody =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== ""),
  ) as unknown as ApplicationBody;
