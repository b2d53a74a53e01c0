import { Fragment } from "react";
import type { AnswerOf } from "../../api/call-api.ts";
import { EVERY_USER } from "../../components/principals/principal.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Chip } from "../../ui/display/chip.tsx";
import { Icon } from "../../ui/icons.tsx";
import { permissionsTexts } from "./permissions/texts.ts";

type GrantPathOfPermission = NonNullable<AnswerOf<"POST /list/permissions">["items"][number]["via"]>;

/** Shows the roles and conditions that a permission comes from. */
export function GrantPath({ via }: { readonly via: GrantPathOfPermission }) {
  const texts = useTexts(permissionsTexts);
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 text-sm">
      {via.principals.slice(1).map((principal) => (
        <Chip key={principal} icon="group">
          {principal === EVERY_USER ? texts.byEverybody : principal}
        </Chip>
      ))}
      {via.roles.length === 0 && <span>{texts.directly}</span>}
      {via.roles.map((role, index) => (
        <Fragment key={role}>
          {index > 0 && <Icon name="right" className="size-3.5 text-muted" />}
          <Chip icon="role" place={{ to: "/roles/$name", params: { name: role } }}>
            {role}
          </Chip>
        </Fragment>
      ))}
      {via.assignment.at !== undefined && <code>{via.assignment.at}</code>}
      {via.conditions.map(({ source }) => (
        <span key={source} className="text-muted">
          {texts.onlyIf} <code className="text-ink">{source}</code>
        </span>
      ))}
    </span>
  );
}
