import { createContext, use } from "react";
import type { Versioned } from "../../api/use-form-draft.ts";
import { type Application, clientIdOf, isOwn } from "./application.ts";

interface ShownApplication {
  readonly stored: Versioned<Application>;
  /** True if this user may change the application. */
  readonly editable: boolean;
}

export const ApplicationContext = createContext<ShownApplication | undefined>(undefined);

/** The application of the current page. */
export function useApplication(): ShownApplication & {
  readonly application: Application;
  readonly clientId: string;
} {
  const shown = use(ApplicationContext);
  if (!shown) throw new Error("an application's tab stands outside of its page");
  const application = shown.stored.value;
  return {
    ...shown,
    application,
    clientId: clientIdOf(application),
    editable: shown.editable && !isOwn(application),
  };
}
