import { useMay } from "../../auth/may.ts";
import { shellTexts } from "../../shell/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { buttonClasses } from "../../ui/button/button-classes.ts";
import { Icon } from "../../ui/icons.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";
import { type Application, signsUsersIn } from "./application.ts";

/** Leads to the Playground with this application filled in. */
export function PlaygroundLink({ application }: { readonly application: Application }) {
  const texts = useTexts(shellTexts);
  const may = useMay();
  if (!may("explain")) return null;
  return (
    <PlaceLink place={playgroundPlace(application)} className={buttonClasses("secondary", "medium")}>
      <Icon name="playground" />
      {texts.playground}
    </PlaceLink>
  );
}

/** Where users sign in, the Playground starts with a sign-in that requests all delegated scopes. */
function playgroundPlace(application: Application): Place {
  const client = application.client_id;
  if (!signsUsersIn(application.type)) return { to: "/playground", search: { client } };
  const scope = (application.delegated ?? []).map((item) => item.scope).join(" ");
  return { to: "/playground", search: { mode: "sign-in", client, ...(scope !== "" && { scope }) } };
}
