import type { ShopOptions } from "./shop-options.ts";

export interface Configuration {
  readonly host: string;
  readonly port: number;
  readonly options: ShopOptions;
}

/** Throws an error that names the missing or wrong variable. */
export function parseConfiguration(env: Readonly<Record<string, string | undefined>>): Configuration {
  const get = (name: string): string => {
    const value = env[name];
    if (value === undefined || value === "") throw new Error(`set ${name}; see README.md`);
    return value;
  };
  const host = env.HOST || "127.0.0.1";
  const port = Number(env.PORT || 4000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error("PORT must be a number from 1 to 65535");
  const url = URL.parse(env.URL || `http://${host.includes(":") ? `[${host}]` : host}:${port}`);
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new Error("URL must be an http or https URL, such as https://shop.example.com");
  return {
    host,
    port,
    options: {
      issuer: get("ISSUER"),
      clientId: get("CLIENT_ID"),
      clientSecret: get("CLIENT_SECRET"),
      url: url.href.replace(/\/$/, ""),
      scopes: (env.SCOPE || "openid profile email").trim().split(/\s+/),
      explainApi: env.EXPLAIN_API || undefined,
    },
  };
}
