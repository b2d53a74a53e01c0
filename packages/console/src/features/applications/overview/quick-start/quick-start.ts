import type { Snippet } from "../../../../ui/display/snippet.ts";
import type { Application } from "../../application.ts";
import type { Endpoints } from "../endpoints.ts";
import { exampleOf } from "./example-of.ts";
import { keySnippets } from "./key-snippets.ts";
import { secretSnippets } from "./secret-snippets.ts";
import { signInBrowser } from "./sign-in-browser.ts";
import { signInSnippets } from "./sign-in-snippets.ts";

/** Returns complete programs. A client with a secret reads it from the environment. */
export function quickStart(
  application: Application,
  endpoints: Endpoints,
  scope: string,
): readonly Snippet[] {
  const example = exampleOf(application, endpoints, scope);
  if (application.token_endpoint_auth_method === "private_key_jwt")
    return keySnippets(example, application.jwks);
  if (application.type === "service") return secretSnippets(example);
  return application.type === "spa" ? signInBrowser(example) : signInSnippets(example);
}
