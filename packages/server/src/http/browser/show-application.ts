import type { Application } from "../../accounts/entities.ts";
import type { LogoStore } from "../../oauth/stores.ts";
import type { ShownApplication } from "../pages/parts/application-name.ts";

export const LOGO_PATH = "/assets/logos";

export type ShowApplication = (
  application: Application,
) => Promise<ShownApplication & { readonly id: string; readonly homePage?: string }>;

/** An application as the pages show it, with the URL of its logo if it has one. */
export function createShowApplication(logos: Pick<LogoStore, "find">): ShowApplication {
  return async ({ id, name, homePage }) => {
    const logo = await logos.find(id);
    return {
      id,
      name,
      ...(homePage !== undefined && { homePage }),
      ...(logo && { logoUrl: `${LOGO_PATH}/${encodeURIComponent(id)}/${logo.digest}` }),
    };
  };
}
