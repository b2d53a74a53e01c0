import type { FastifyInstance } from "fastify";
import { OAuthError } from "../../oauth/oauth-error.ts";
import { ProblemError } from "../problems.ts";

/** 64 kB: far above any honest form, far below what could hurt. */
export const BODY_LIMIT_BYTES = 65_536;

export const FORM_TYPE = "application/x-www-form-urlencoded";

/** Form bodies arrive as text; any other type is refused as RFC 6749 §3.2 asks, after its size was bounded. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FORM_TYPE, { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, _body, done) =>
    done(new OAuthError("invalid_request", `the request body must be ${FORM_TYPE}`)),
  );
}

/** A compressed body could be far larger than its size says; no client needs to compress a form. */
export function refuseCompressedBodies(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { "content-encoding": encoding, "transfer-encoding": transfer } = request.headers;
    const plain =
      (encoding ?? "identity") === "identity" && (transfer ?? "chunked").toLowerCase() === "chunked";
    done(
      plain
        ? undefined
        : new ProblemError("unsupported_media_type", "compressed request bodies are not accepted"),
    );
  });
}
