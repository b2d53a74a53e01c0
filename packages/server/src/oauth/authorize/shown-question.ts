import { coversAddress } from "../consent.ts";
import type { ConsentQuestion } from "./consent-question.ts";
import type { OfferedItem } from "./offer.ts";

/** The content of a consent page, as the user saw it. */
export interface ShownQuestion {
  /** Of the state that the page showed. */
  readonly revision: number;
  /** The scopes that the page asked for, without a choice. */
  readonly required: readonly string[];
  /** The scopes that the user could untick. */
  readonly optional: readonly string[];
  /** The scopes that the page showed as included: agreed to before, or implicit. */
  readonly settled: readonly string[];
}

/** The answer "allow" to a page: the items left ticked, and the seal of the page's form. */
export interface AllowedPage {
  readonly ticked: ReadonlySet<string>;
  readonly seal: string | undefined;
}

export function describeShown({ offer, revision }: ConsentQuestion): ShownQuestion {
  const isOptional = ({ consent }: OfferedItem) => consent === "optional";
  return {
    revision,
    required: scopesOf(offer.asked.filter((item) => !isOptional(item))),
    optional: scopesOf(offer.asked.filter(isOptional)),
    settled: scopesOf(offer.settled),
  };
}

/**
 * True when the page showed everything that the question contains now. It did not when an item came since, when an item
 * cannot be unticked any more or has to be asked again, or when the redirect URI was registered again.
 */
export function coversQuestion(shown: ShownQuestion, { offer, address }: ConsentQuestion): boolean {
  const required = new Set(shown.required);
  const asked = new Set([...shown.required, ...shown.optional]);
  const known = new Set([...asked, ...shown.settled]);
  return (
    coversAddress(shown, address) &&
    offer.asked.every(({ scope, consent }) => (consent === "optional" ? asked : required).has(scope)) &&
    offer.settled.every(({ scope }) => known.has(scope))
  );
}

/**
 * The answers of the user to a question that the page covers. An item that was unticked is declined, also when the user
 * agreed to it in another tab meanwhile.
 */
export function answersTo(
  { offer: { asked, settled } }: ConsentQuestion,
  shown: ShownQuestion,
  ticked: ReadonlySet<string>,
): {
  readonly agreed: readonly OfferedItem[];
  /** The answers that are new, for the next request. */
  readonly said: readonly { readonly scope: string; readonly agreed: boolean }[];
} {
  const declined = new Set(shown.optional.filter((scope) => !ticked.has(scope)));
  const isAgreed = ({ scope }: OfferedItem) => !declined.has(scope);
  const answered = [...asked, ...settled.filter((item) => !isAgreed(item))];
  return {
    agreed: [...settled, ...asked].filter(isAgreed),
    said: answered.map((item) => ({ scope: item.scope, agreed: isAgreed(item) })),
  };
}

const scopesOf = (items: readonly OfferedItem[]): readonly string[] => items.map(({ scope }) => scope);
