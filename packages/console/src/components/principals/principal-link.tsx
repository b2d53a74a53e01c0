import { useTexts } from "../../texts/use-texts.tsx";
import { Clamped } from "../../ui/display/clamped.tsx";
import { Icon } from "../../ui/icons.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { findPrincipal, findPrincipalPlace, PRINCIPAL_ICONS } from "./principal.ts";
import { principalTexts } from "./texts.ts";
import type { PrincipalName } from "./use-principal-names.ts";

interface PrincipalLinkProps {
  readonly principal: string;
  readonly name: PrincipalName;
}

/** Shows a principal by icon and name, with a link to its page. */
export function PrincipalLink({ principal, name }: PrincipalLinkProps) {
  const texts = useTexts(principalTexts);
  const type = findPrincipal(principal)?.type ?? "user";
  const place = name.place ?? findPrincipalPlace(principal);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Icon name={PRINCIPAL_ICONS[type]} className="size-4.5 text-muted" />
      <span className="sr-only">{texts.types[type]}</span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
        {place ? (
          <PlaceLink place={place} className="font-medium hover:text-accent-ink hover:underline">
            <Clamped text={name.label} />
          </PlaceLink>
        ) : (
          <span className="font-medium">
            <Clamped text={name.label} />
          </span>
        )}
        {name.detail !== undefined && name.detail !== name.label && (
          <Clamped text={name.detail} className="max-w-40 text-sm text-muted xl:max-w-80" />
        )}
      </span>
    </span>
  );
}
