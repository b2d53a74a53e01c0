/** The shop's only cookie. It holds the token of the browser's visit. */
export interface VisitCookie {
  parse(request: Request): string | undefined;
  set(token: string): string;
  clear(): string;
}

export function createVisitCookie(url: URL): VisitCookie {
  const isSecure = url.protocol === "https:";
  // The prefix is `__Secure-`, because a `__Host-` cookie must have the path `/` (RFC 6265bis §4.1.3).
  const name = `${isSecure ? "__Secure-" : ""}shop_visit`;
  const attributes = `Path=${url.pathname}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    parse({ headers }) {
      const values = (headers.get("cookie") ?? "")
        .split(";")
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      // Of two cookies with this name, one belongs to another server, and the shop cannot tell which.
      return values.length === 1 ? values[0] : undefined;
    },
    set: (token) => `${name}=${token}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}
