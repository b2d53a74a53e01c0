// @engine postgres: the contract on this engine.

import { createTestDatabase } from "../../../../../tests/support/databases.ts";
import { storageContract } from "./storage-contract.ts";

storageContract({ name: "postgres", createDatabase: () => createTestDatabase("postgres") });
