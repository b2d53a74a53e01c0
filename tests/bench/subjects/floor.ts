/**
 * The floor: the least work that a token endpoint can do on Node. Bare node:http, a form, one HMAC, one ES256
 * operation, one JSON answer. No framework, no database, no decision, no log.
 */
import {
  createHmac,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  sign,
  timingSafeEqual,
  verify,
} from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parse } from "node:querystring";
import {
  applicationAt,
  type Caller,
  REFUSED,
  RESOURCE,
  resourceServer,
  TOKEN_LIFETIME_SECONDS,
} from "../population.ts";

const port = Number(process.env.BENCH_PORT);
const issuer = `http://127.0.0.1:${port}`;
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const signingKey = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
const verificationKey = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
const kid = randomBytes(32).toString("base64url");
const header = encode({ alg: "ES256", typ: "at+jwt", kid });
const pepper = createSecretKey(randomBytes(32));

const hashSecret = (secret: string): Buffer => createHmac("sha256", pepper).update(secret).digest();
const hashes = new Map<string, Buffer>();
const register = ({ clientId, clientSecret }: Caller): unknown =>
  hashes.set(clientId, hashSecret(clientSecret));
for (let index = 0; index < Number(process.env.BENCH_APPLICATIONS); index++) register(applicationAt(index));
register(resourceServer);

type Form = ReturnType<typeof parse>;
type Route = (form: Form) => object;

const routes: Readonly<Record<string, Route>> = {
  "/token": issueToken,
  "/introspect": introspect,
  "/jwks": () => ({ keys: [{ ...publicKey.export({ format: "jwk" }), kid, alg: "ES256", use: "sig" }] }),
  "/readyz": () => ({ ready: true }),
};

createServer((request, response) => {
  const route = routes[request.url ?? ""];
  if (route === undefined) return answer(response, 404, { error: "not_found" });
  readBody(request, (body) => {
    try {
      answer(response, 200, route(parse(body)));
    } catch {
      answer(response, 400, { error: "invalid_request" });
    }
  });
}).listen(port, "127.0.0.1");

function issueToken(form: Form): object {
  const clientId = authenticate(form);
  const now = Math.floor(Date.now() / 1000);
  const requested = String(form.scope).split(" ");
  const scope = requested.filter((item) => item !== REFUSED).join(" ");
  const payload = encode({
    iss: issuer,
    sub: clientId,
    aud: RESOURCE.identifier,
    client_id: clientId,
    scope,
    iat: now,
    exp: now + TOKEN_LIFETIME_SECONDS,
    jti: randomUUID(),
  });
  const signed = `${header}.${payload}`;
  const signature = sign("sha256", Buffer.from(signed), signingKey).toString("base64url");
  return {
    access_token: `${signed}.${signature}`,
    token_type: "Bearer",
    expires_in: TOKEN_LIFETIME_SECONDS,
    scope,
    scope_rejected: requested.filter((item) => item === REFUSED).join(" "),
  };
}

function introspect(form: Form): object {
  authenticate(form);
  const token = String(form.token);
  const dot = token.lastIndexOf(".");
  const signature = Buffer.from(token.slice(dot + 1), "base64url");
  if (!verify("sha256", Buffer.from(token.slice(0, dot)), verificationKey, signature))
    return { active: false };
  const claims = JSON.parse(Buffer.from(token.slice(token.indexOf(".") + 1, dot), "base64url").toString());
  if (claims.exp <= Date.now() / 1000) return { active: false };
  return { active: true, token_type: "Bearer", ...claims };
}

function authenticate(form: Form): string {
  const clientId = String(form.client_id);
  const expected = hashes.get(clientId);
  if (expected === undefined || !timingSafeEqual(expected, hashSecret(String(form.client_secret)))) {
    throw new Error("invalid_client");
  }
  return clientId;
}

function readBody(request: IncomingMessage, done: (body: string) => void): void {
  let body = "";
  request.setEncoding("latin1");
  request.on("data", (chunk: string) => {
    body += chunk;
  });
  request.on("end", () => done(body));
}

function answer(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
