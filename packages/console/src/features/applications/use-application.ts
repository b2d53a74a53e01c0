import type { Versioned } from "../../api/use-form-draft.ts";
import { may } from "../../auth/may.ts";
import { useShown } from "../../components/pages/entity-context.ts";
import { type Application, isOwn } from "./application.ts";

interface ShownApplication {
  readonly stored: Versioned<Application>;
  readonly application: Application;
  readonly clientId: string;
  /** True if this user may change the application. */
  readonly editable: boolean;
}

/** The application of the current page. */
export function useApplication(): ShownApplication {
  const stored = useShown("application");
  const application = stored.value;
  const editable = may("applications.write") && !isOwn(application);
  return { stored, application, clientId: application.client_id, editable };
}
