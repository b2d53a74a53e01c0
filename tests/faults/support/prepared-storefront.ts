import type { TestDatabase } from "../../support/databases.ts";
import { startLicet } from "../../support/start-licet.ts";
import { STOREFRONT } from "../../support/storefront.ts";

/** May do everything in Licet's API, and asks for tokens and checks. */
export const OPERATOR = { client_id: "operator", client_secret: "operator-secret-of-the-experiments-only" };

const OPERATOR_FILE = `
applications:
  - { client_id: ${OPERATOR.client_id}, client_secret: ${OPERATOR.client_secret}, name: The operator, type: service, serves: [stock] }
assignments:
  - { principal: application:${OPERATOR.client_id}, role: licet-administrator }
  - { principal: application:${OPERATOR.client_id}, permission: stock:read }
`;

/** Puts the storefront and the operator into a database. Afterwards no server is on it. */
export async function prepareStorefront<T extends TestDatabase>(database: T): Promise<T> {
  const licet = await startLicet({ state: STOREFRONT, database });
  try {
    await licet.apply(OPERATOR_FILE);
  } finally {
    await licet.stop();
  }
  return database;
}
