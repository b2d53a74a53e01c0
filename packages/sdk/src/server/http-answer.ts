/** An answer that is sent instead of the application's. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly body: string;
}

/** The parts of a request that decide about it, in any framework. */
export interface RequestParts {
  readonly method: string;
  /** A path with its query, or an absolute URL. */
  readonly url: string;
  /** All values of `Authorization`, joined by a comma when it was sent more than once (RFC 9110 §5.3). */
  readonly authorization: string | undefined;
}

/** As an answer of the Web. One to HEAD has no body. */
export const toResponse = ({ status, headers, body }: HttpAnswer, method: string): Response =>
  new Response(body === "" || method === "HEAD" ? null : body, { status, headers: { ...headers } });

/** Without the query, which may hold secrets, and without the host. */
export const pathOf = (url: string): string => {
  const path = url.startsWith("/") ? url : url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  return /^[^?#]*/.exec(path)?.[0] || "/";
};
