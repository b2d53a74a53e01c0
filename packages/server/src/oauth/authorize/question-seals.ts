import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ActiveSession } from "../../accounts/session.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import type { ConsentQuestion } from "./consent-question.ts";
import { describeShown, type ShownQuestion } from "./shown-question.ts";

/** The page that a seal belongs to. */
export interface SealedPage {
  readonly interactionId: string;
  readonly request: Pick<AuthorizationRequest, "redirect">;
  readonly active: ActiveSession;
}

/** A hidden field of the consent form says what its page showed. Every node can open it, and nobody else can write it. */
export interface QuestionSeals {
  seal(interactionId: string, question: ConsentQuestion): string;
  /** Undefined unless it was made for this interaction and redirect URI, and for this session and user. */
  open(seal: string, page: SealedPage): ShownQuestion | undefined;
}

const SEAL = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

/**
 * `<content>.<MAC>`. Nothing is stored: a page may be shown many times before it is answered. The content is compressed,
 * because a form has a bound, and names the items of a page with hundreds of them already.
 */
export function createQuestionSeals(sealingKey: Uint8Array): QuestionSeals {
  const key = createSecretKey(sealingKey);
  function computeMac({ interactionId, request, active }: SealedPage, content: string): string {
    const { session, user } = active;
    return createHmac("sha256", key)
      .update(JSON.stringify([interactionId, session.id, user.id, request.redirect.uri, content]))
      .digest("base64url");
  }
  return {
    seal(interactionId, question) {
      const content = deflateRawSync(JSON.stringify(describeShown(question))).toString("base64url");
      return `${content}.${computeMac({ interactionId, ...question }, content)}`;
    },
    open(seal, page) {
      const [, content, mac] = SEAL.exec(seal) ?? [];
      if (content === undefined || mac === undefined) return undefined;
      if (!timingSafeEqual(Buffer.from(mac), Buffer.from(computeMac(page, content)))) return undefined;
      return JSON.parse(inflateRawSync(Buffer.from(content, "base64url")).toString()) as ShownQuestion;
    },
  };
}
