// @engine sqlite: the contract on this engine.

import { createTestDatabase } from "../../../../../tests/support/databases.ts";
import { createServerDatabase } from "../../../../../tests/support/server-database.ts";
import { storageContract } from "./storage-contract.ts";

storageContract({
  name: "sqlite",
  createEmptyDatabase: () => createTestDatabase("sqlite"),
  createDatabase: () => createServerDatabase("sqlite"),
});
