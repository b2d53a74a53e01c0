/** The shop's only cookie: which visit this browser belongs to. */
export interface VisitCookie {
  parse(request: Request): string | undefined;
  set(token: string): string;
  clear(): string;
}

export function createVisitCookie(url: URL): VisitCookie {
  const isSecure = url.protocol === "https:";
  // `__Secure-` and not `__Host-`, which would have to go to every path (RFC 6265bis §4.1.3).
  const name = `${isSecure ? "__Secure-" : ""}shop_visit`;
  const attributes = `Path=${url.pathname}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    parse({ headers }) {
      const values = (headers.get("cookie") ?? "")
        .split(";")
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      // When it came twice, one of them is of another server, and nobody knows which.
      return values.length === 1 ? values[0] : undefined;
    },
    set: (token) => `${name}=${token}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}
