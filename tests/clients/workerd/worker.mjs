/** A worker that the SDK protects, and which calls another API with a token of its own. */

import { createTokenClient } from "@licet/sdk";
import { auth, requireScopes } from "@licet/sdk/server/next";

let handlers;

const createHandlers = ({ issuer, machine }) => {
  const protect = auth({ issuer, audience: "https://orders.example.test" });
  const tokens = createTokenClient({
    issuer,
    clientId: machine.client_id,
    clientSecret: machine.client_secret,
    scope: "orders:read orders:delete",
  });
  return {
    "/orders": protect(requireScopes("orders:read"), (_request, { auth: caller }) =>
      Response.json({ caller: caller.clientId, runtime: navigator.userAgent }),
    ),
    "/removed": protect(requireScopes("orders:delete"), () => Response.json({})),
    "/token": async () => {
      const { granted, rejected, accessToken } = await tokens.token();
      return Response.json({ granted, rejected, accessToken });
    },
  };
};

export default {
  fetch(request, env) {
    handlers ??= createHandlers(JSON.parse(env.SCENE));
    return handlers[new URL(request.url).pathname](request, {});
  },
};
