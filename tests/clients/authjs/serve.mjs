/** A web application with Auth.js: the generic provider of OpenID Connect, as its documentation shows it. */

import { ExpressAuth } from "@auth/express";
import express from "express";

const scene = JSON.parse(process.env.CLIENT_TEST_SCENE);

// Which addresses of Licet it asks, to see that userinfo is not among them.
const asked = [];
const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  asked.push(new URL(input instanceof Request ? input.url : input).pathname);
  return fetch(input, init);
};

const app = express();
app.get("/asked", (_request, response) => response.json(asked));
app.use(
  "/auth",
  ExpressAuth({
    trustHost: true,
    secret: "a secret of the client tests and no more",
    providers: [
      {
        id: "licet",
        name: "Licet",
        type: "oidc",
        issuer: scene.issuer,
        clientId: scene.application.client_id,
        clientSecret: scene.application.client_secret,
      },
    ],
  }),
);
app.get("/", (_request, response) => response.send("Signed in or out"));
app.listen(scene.port, "127.0.0.1", () => console.log("listening"));
