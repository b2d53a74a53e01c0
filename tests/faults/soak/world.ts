import { createTestDatabase, type TestDatabase, type TestEngine } from "../../support/databases.ts";
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

/** A database with the storefront and the operator in it, and no server on it. */
export async function createWorld(engine: TestEngine): Promise<TestDatabase> {
  const database = await createTestDatabase(engine);
  const licet = await startLicet({ state: STOREFRONT, database });
  try {
    await licet.apply(OPERATOR_FILE);
  } finally {
    await licet.stop();
  }
  return database;
}
