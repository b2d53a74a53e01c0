import { rolesTexts } from "../../components/roles/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { TextLink } from "../../ui/button/text-link.tsx";
import type { RelatedRoles } from "./related-roles.ts";

interface Grant {
  readonly permission: string;
  readonly when: string | undefined;
  readonly of: string;
}

/** Lists the grants of a role, its own first, each with the role that it comes from. */
export function EffectiveGrants({
  name,
  related,
}: {
  readonly name: string;
  readonly related: RelatedRoles;
}) {
  const texts = useTexts(rolesTexts);
  const grants = collect(name, related);
  if (grants.length === 0) return <p className="text-muted">{texts.grantsNothing}</p>;
  return (
    <ul className="divide-y">
      {grants.map(({ permission, when, of }) => (
        <li
          key={`${of} ${permission} ${when ?? ""}`}
          className="flex flex-wrap items-baseline gap-x-3 py-1.5 first:pt-0 last:pb-0"
        >
          <code className="font-medium">{permission}</code>
          {when !== undefined && (
            <span className="min-w-0 text-sm text-muted">
              {texts.when}{" "}
              <code title={when} className="line-clamp-3">
                {when}
              </code>
            </span>
          )}
          <span className="ms-auto text-sm text-muted">
            {of === name ? (
              texts.own
            ) : (
              <TextLink to="/roles/$name" params={{ name: of }}>
                {texts.from(of)}
              </TextLink>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function collect(name: string, { roles }: RelatedRoles): readonly Grant[] {
  const seen = new Set<string>();
  const walk = (of: string): readonly Grant[] => {
    const role = roles.get(of);
    if (!role || seen.has(of)) return [];
    seen.add(of);
    return [
      ...(role.grants ?? []).map(({ permission, when }) => ({ permission, when, of })),
      ...(role.inherits ?? []).flatMap(walk),
    ];
  };
  return walk(name);
}
