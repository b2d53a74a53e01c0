import type { IncomingHttpHeaders } from "node:http";

/** RFC 9110 §12.5.1: a browser that goes somewhere names the type of pages; a program that takes anything does not. */
export const wantsPage = ({ accept = "" }: IncomingHttpHeaders): boolean =>
  /(^|[\s,])text\/html\b/i.test(accept);
