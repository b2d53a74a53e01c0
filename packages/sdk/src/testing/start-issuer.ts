import { type GivenAnswer, type SeenRequest, startHttp, type TestServer } from "./start-http.ts";

export interface TestIssuer extends TestServer {
  /** The forms that the token endpoint got. */
  readonly asked: () => readonly URLSearchParams[];
  /** Answers the next requests for a token in this way, then as before. */
  answerNext(...answers: readonly (GivenAnswer | Promise<GivenAnswer>)[]): void;
}

/** The outside of Licet that a token client sees: discovery and the token endpoint. Refuses `orders:refund`. */
export async function startIssuer({ lifetimeSeconds = 600 } = {}): Promise<TestIssuer> {
  const asked: URLSearchParams[] = [];
  const next: (GivenAnswer | Promise<GivenAnswer>)[] = [];
  const issue = ({ body }: SeenRequest): GivenAnswer | Promise<GivenAnswer> => {
    const form = new URLSearchParams(body);
    asked.push(form);
    const given = next.shift();
    if (given) return given;
    const items = (form.get("scope") ?? "orders:read").split(" ");
    return {
      body: {
        access_token: `token-${asked.length}`,
        token_type: "Bearer",
        expires_in: lifetimeSeconds,
        scope: items.filter((item) => item !== "orders:refund").join(" "),
        scope_rejected: items.filter((item) => item === "orders:refund").join(" "),
      },
    };
  };
  const server: TestServer = await startHttp((request) => {
    if (request.path === "/oidc/token") return issue(request);
    if (request.path !== "/.well-known/oauth-authorization-server") return { status: 404 };
    return { body: { issuer: server.url, token_endpoint: `${server.url}/oidc/token` } };
  });
  return {
    ...server,
    asked: () => asked,
    answerNext: (...answers) => {
      next.push(...answers);
    },
  };
}
