import { inLanguage } from "../../../texts/in-language.ts";
import type { Language } from "../../../texts/language.ts";
import type { Application, Consent } from "../application.ts";
import { isOidc } from "../oidc-scopes.ts";

export interface AskedItem {
  readonly scope: string;
  readonly consent: Consent;
  /** The resource of the item; undefined for OpenID Connect scopes and permissions without a resource. */
  readonly resource?: string;
  /** The display name of the resource, as the page shows it. */
  readonly resourceTitle?: string;
  readonly description?: string;
}

type LocalizedText = Readonly<Record<string, string>>;

/** What the catalogue says about a resource, or about a permission without a resource. */
export interface Described {
  readonly name: string;
  readonly displayName?: LocalizedText;
  /** The descriptions by action; a permission without a resource has one with an empty name. */
  readonly actions: Readonly<Record<string, LocalizedText>>;
}

/** The scopes that the application may request, as the consent page shows them. `orders:*` is expanded. */
export function describeAskedItems(
  delegated: NonNullable<Application["delegated"]>,
  catalogue: ReadonlyMap<string, Described>,
  language: Language,
): readonly AskedItem[] {
  return delegated.flatMap(({ scope, consent = "required" }) => {
    if (isOidc(scope)) return [{ scope, consent }];
    const [name = scope, action] = scope.split(":");
    const { displayName, actions = {} } = catalogue.get(name) ?? {};
    if (action === undefined) return [{ scope, consent, ...textIn(language, "description", actions[""]) }];
    // An action with its own entry has its own consent mode.
    const named = (one: string) => delegated.some((item) => item.scope === `${name}:${one}`);
    const wanted = action === "*" ? Object.keys(actions).filter((one) => !named(one)) : [action];
    return wanted.map((one) => ({
      scope: `${name}:${one}`,
      consent,
      resource: name,
      ...textIn(language, "resourceTitle", displayName),
      ...textIn(language, "description", actions[one]),
    }));
  });
}

const textIn = <Member extends "resourceTitle" | "description">(
  language: Language,
  member: Member,
  texts: LocalizedText = {},
): { readonly [M in Member]?: string } => {
  const text = inLanguage(texts, language);
  return text === undefined ? {} : ({ [member]: text } as { readonly [M in Member]: string });
};
