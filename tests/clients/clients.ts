import { authlib } from "./authlib/client.ts";
import type { Client } from "./client.ts";
import { requestsOauthlib } from "./requests-oauthlib/client.ts";

export const CLIENTS: readonly Client[] = [authlib, requestsOauthlib];
