import { after, before } from "node:test";
import { keepForProcess } from "../../support/kept-for-process.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { STOREFRONT } from "../../support/storefront.ts";
import { type Application, startApplication } from "./start-application.ts";

/** An application of one test file; no other file uses its client id. */
export interface Shop {
  readonly client_id: string;
  readonly client_secret: string;
  readonly type: "web" | "spa";
}

export const createShop = (client_id: string, type: Shop["type"]): Shop => ({
  client_id,
  client_secret: `${client_id}-secret`.repeat(4).slice(0, 40),
  type,
});

/** Licet with users, and an application that is registered with its real address. */
export interface World {
  readonly licet: RunningLicet;
  readonly application: Application;
}

const DELEGATED =
  "[{ scope: orders:read, consent: required }, { scope: orders:write, consent: optional }, { scope: stock:read, consent: implicit }]";

const keepLicet = keepForProcess(
  "Licet with the storefront",
  () => startLicet({ state: STOREFRONT }),
  (licet) => licet.stop(),
);

/**
 * The application runs during the tests of a file; the files of a process share Licet. `open` sets up the application
 * once both servers run.
 */
export function useWorld(shop: Shop, open?: (world: World) => void | Promise<void>): World {
  const world: Partial<{ -readonly [Part in keyof World]: World[Part] }> = {};
  before(async () => {
    world.application = await startApplication();
    world.licet = await keepLicet();
    await world.licet.apply(register(shop, world.application.url));
    await open?.(world as World);
  });
  after(() => world.application?.stop());
  return {
    get licet() {
      return running(world.licet);
    },
    get application() {
      return running(world.application);
    },
  };
}

function register({ client_id, client_secret, type }: Shop, url: string): string {
  const secret = type === "web" ? `client_secret: ${client_secret}, ` : "";
  return `applications: [{ client_id: ${client_id}, ${secret}name: The shop ${client_id}, type: ${type}, redirect_uris: ["${url}/callback"], post_logout_redirect_uris: ["${url}", "${url}/"], delegated: ${DELEGATED} }]`;
}

function running<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error("the world exists only while tests run");
  return part;
}
