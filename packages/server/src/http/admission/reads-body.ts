/** Fastify reads no body of these, whatever the client says: it calls the handler at once. */
const WITHOUT_BODY = new Set(["GET", "HEAD", "TRACE"]);

/** Whether the body of a request is read before its handler is called. */
export const readsBody = (method: string): boolean => !WITHOUT_BODY.has(method);
