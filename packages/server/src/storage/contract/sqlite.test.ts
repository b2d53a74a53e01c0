// @engine sqlite: the contract on this engine.

import { createTestDatabase } from "../../../../../tests/support/databases.ts";
import { storageContract } from "./storage-contract.ts";

storageContract({ engine: "sqlite", createDatabase: () => createTestDatabase("sqlite") });
