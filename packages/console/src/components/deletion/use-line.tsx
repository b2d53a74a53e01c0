import { useRead } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";
import { usePrincipalNameOf } from "../principals/use-principal-names.ts";
import { deletionTexts } from "./texts.ts";
import type { Use } from "./use.ts";

type Kind = keyof (typeof deletionTexts)["en"]["kinds"];

const ICONS: Record<Kind, IconName> = {
  assignment: "assignment",
  role: "role",
  group: "group",
  membership: "group",
  application: "application",
  access_account: "key",
  instance: "resource",
};

/** One dependent object, by its display name. */
export function UseLine({ use }: { readonly use: Use }) {
  const { kinds } = useTexts(deletionTexts);
  const kind = (Object.keys(ICONS) as Kind[]).find((known) => known === use.kind);
  const place = placeOf(use);
  return (
    <li className="flex min-w-0 items-start gap-2">
      <Icon name={kind ? ICONS[kind] : "warning"} className="mt-0.5 size-4.5 text-muted" />
      <span className="min-w-0">
        <span className="text-muted">{kind ? kinds[kind] : use.kind}</span>{" "}
        {use.kind === "assignment" ? (
          <AssignmentWords id={use.id} />
        ) : place ? (
          <PlaceLink place={place} className="text-link">
            {nameOf(use)}
          </PlaceLink>
        ) : (
          <code>{nameOf(use)}</code>
        )}
      </span>
    </li>
  );
}

function AssignmentWords({ id }: { readonly id: string }) {
  const texts = useTexts(deletionTexts);
  const read = useRead("GET /assignments/{id}", { params: { id } });
  const assignment = read.data?.body;
  const nameOfPrincipal = usePrincipalNameOf();
  if (!assignment) return <code>{id}</code>;
  const { role, permission = "", at } = assignment;
  return (
    <>
      <strong className="font-medium">{role ?? <code>{permission}</code>}</strong>{" "}
      {texts.to(nameOfPrincipal(assignment).label)}
      {at !== undefined && <> {texts.at(at)}</>}
    </>
  );
}

/** The id of a membership has its group and its member; the group is the part that the user loses. */
const nameOf = ({ kind, id }: Use): string => (kind === "membership" ? (id.split("/")[0] ?? id) : id);

function placeOf(use: Use): Place | undefined {
  const name = nameOf(use);
  switch (use.kind) {
    case "role":
      return { to: "/roles/$name", params: { name } };
    case "group":
    case "membership":
      return { to: "/groups/$name", params: { name } };
    case "application":
      return { to: "/applications/$clientId", params: { clientId: name } };
    default:
      return undefined;
  }
}
