import { useTexts } from "../../texts/use-texts.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";
import { findEntityPlace } from "../kinds/pages.ts";
import { EVERY_USER, findPrincipal } from "../principals/principal.ts";
import { usePrincipalNames } from "../principals/use-principal-names.ts";
import { splitEntityName } from "./split-entity-name.ts";
import { entityTexts } from "./texts.ts";
import { useIsGone } from "./use-is-gone.ts";

/** Shows the actor or the target of an event by name, and links to its page if it has one. */
export function EntityName({ name }: { readonly name: string }) {
  const texts = useTexts(entityTexts);
  const { kind, id } = splitEntityName(name);
  const nameOf = usePrincipalNames([name]);
  const isGone = useIsGone(kind, id);
  if (kind === "account") return <span className="font-medium">{texts.aUser}</span>;
  if (name === "browser") return <span className="font-medium">{texts.aBrowser}</span>;
  if (name === "unknown") return <span className="font-medium">{texts.unknownClients}</span>;
  if (name === "cli") return <span className="font-medium">{texts.theCommandLine}</span>;
  if (name === "setup") return <span className="font-medium">{texts.theSetupLink}</span>;
  if (name === "licet") return <span className="font-medium">{texts.licetItself}</span>;
  if (kind === "file")
    return (
      <span className="font-medium">
        {texts.theFile} <code className="text-sm font-normal">{id}</code>
      </span>
    );
  if (kind === "session") return <span className="text-muted">{texts.aSession}</span>;
  const { label, detail, place: ownPlace, isGone: isGonePrincipal = false } = nameOf(name);
  if (name === EVERY_USER) return <span className="font-medium">{label}</span>;
  const place = ownPlace ?? findEntityPlace(kind, id);
  if (isGone || isGonePrincipal) return <GoneName id={id} place={place} />;
  if (!place) return <code className="text-sm">{kind === "" ? name : id}</code>;
  return (
    <>
      <PlaceLink place={place} className="font-medium hover:text-accent-ink hover:underline" title={name}>
        <bdi className="wrap-anywhere">{findPrincipal(name) ? shorten(label) : id}</bdi>
      </PlaceLink>
      {/* Two entities may share a name, so a unique detail follows it. */}
      {(kind === "access_account" || kind === "user") && detail !== undefined && detail !== label && (
        <span className="text-sm text-muted"> {detail}</span>
      )}
    </>
  );
}

interface GoneNameProps {
  readonly id: string;
  readonly place: Place | undefined;
}

/** A deleted entity has a page, too: it shows the history, from which most can be restored. */
function GoneName({ id, place }: GoneNameProps) {
  const texts = useTexts(entityTexts);
  const name = <bdi className="font-medium wrap-anywhere">{shorten(id)}</bdi>;
  if (!place) return name;
  return (
    <PlaceLink place={place} className="hover:text-accent-ink hover:underline" title={texts.goneHistory}>
      {name}
    </PlaceLink>
  );
}

const LONGEST_NAME = 60;

/** Shortens an identifier inside a sentence; the linked page has it in full. */
const shorten = (name: string): string =>
  name.length <= LONGEST_NAME ? name : `${[...name].slice(0, LONGEST_NAME).join("")}…`;
