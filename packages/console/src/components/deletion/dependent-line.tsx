import { useRead } from "../../api/use-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { findEntityPlace } from "../kinds/pages.ts";
import { usePrincipalNameOf } from "../principals/use-principal-names.ts";
import type { Dependent } from "./dependent.ts";
import { deletionTexts } from "./texts.ts";

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
export function DependentLine({ dependent }: { readonly dependent: Dependent }) {
  const { kinds } = useTexts(deletionTexts);
  const kind = (Object.keys(ICONS) as Kind[]).find((known) => known === dependent.kind);
  const place = findEntityPlace(
    dependent.kind === "membership" ? "group" : dependent.kind,
    nameOf(dependent),
  );
  return (
    <li className="flex min-w-0 items-start gap-2">
      <Icon name={kind ? ICONS[kind] : "warning"} className="mt-0.5 size-4.5 text-muted" />
      <span className="min-w-0">
        <span className="text-muted">{kind ? kinds[kind] : dependent.kind}</span>{" "}
        {dependent.kind === "assignment" ? (
          <AssignmentWords id={dependent.id} />
        ) : place ? (
          <PlaceLink place={place} className="text-link">
            {nameOf(dependent)}
          </PlaceLink>
        ) : (
          <code>{nameOf(dependent)}</code>
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
const nameOf = ({ kind, id }: Dependent): string => (kind === "membership" ? (id.split("/")[0] ?? id) : id);
