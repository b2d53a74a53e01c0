import { after, before } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { STOREFRONT } from "../../support/storefront.ts";
import { type Application, startApplication } from "./start-application.ts";

export const SHOP = { client_id: "web-shop", client_secret: "web-shop-secret-web-shop-secret-web-shop" };

/** Licet with users, and an application that is registered with its real address. */
export interface World {
  readonly licet: RunningLicet;
  readonly application: Application;
}

const DELEGATED =
  "[{ scope: orders:read, consent: required }, { scope: orders:write, consent: optional }, { scope: stock:read, consent: implicit }]";

/**
 * Runs during the tests of a file. `registration` is the part of the application's registration that depends on its
 * type, in YAML; `open` sets up the application once both servers run.
 */
export function useWorld(registration: string, open?: (world: World) => void | Promise<void>): World {
  const world: Partial<{ -readonly [Part in keyof World]: World[Part] }> = {};
  before(async () => {
    world.application = await startApplication();
    world.licet = await startLicet({ state: STOREFRONT });
    const { url } = world.application;
    await world.licet.apply(
      `applications: [{ name: The shop, ${registration}, redirect_uris: ["${url}/callback"], post_logout_redirect_uris: ["${url}", "${url}/"], delegated: ${DELEGATED} }]`,
    );
    await open?.(world as World);
  });
  after(async () => {
    world.application?.stop();
    await world.licet?.stop();
  });
  return {
    get licet() {
      return running(world.licet);
    },
    get application() {
      return running(world.application);
    },
  };
}

export const WEB = `client_id: ${SHOP.client_id}, client_secret: ${SHOP.client_secret}, type: web`;
export const SPA = `client_id: ${SHOP.client_id}, type: spa`;

function running<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error("the world exists only while tests run");
  return part;
}
