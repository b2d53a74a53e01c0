// @engine sqlite: the contract on this engine.

import { createTestDatabase } from "../../../../../tests/support/databases.ts";
import { storageContract } from "./storage-contract.ts";

storageContract({ name: "sqlite", createDatabase: () => createTestDatabase("sqlite") });
