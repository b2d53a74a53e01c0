import { authjs } from "./authjs/client.ts";
import { authlib } from "./authlib/client.ts";
import { bun } from "./bun/client.ts";
import type { Client } from "./client.ts";
import { deno } from "./deno/client.ts";
import { modAuthOpenidc } from "./mod_auth_openidc/client.ts";
import { next } from "./next/client.ts";
import { node } from "./node/client.ts";
import { oapiCodegen } from "./oapi-codegen/client.ts";
import { openapiPythonClient } from "./openapi-python-client/client.ts";
import { quickStartsGo } from "./quick-starts-go/client.ts";
import { quickStartsPython } from "./quick-starts-python/client.ts";
import { quickStartsSpring } from "./quick-starts-spring/client.ts";
import { requestsOauthlib } from "./requests-oauthlib/client.ts";
import { spring } from "./spring/client.ts";
import { workerd } from "./workerd/client.ts";

export const CLIENTS: readonly Client[] = [
  authlib,
  requestsOauthlib,
  modAuthOpenidc,
  authjs,
  bun,
  deno,
  node,
  next,
  workerd,
  openapiPythonClient,
  oapiCodegen,
  spring,
  quickStartsPython,
  quickStartsGo,
  quickStartsSpring,
];
