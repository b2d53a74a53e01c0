import { EVERY_USER } from "../../../components/principals/principal.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Chip } from "../../../ui/display/chip.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { type GrantPath, groupsOf } from "./grant-path.ts";
import { permissionsTexts } from "./texts.ts";

/** Shows the groups and roles that a permission comes from, on one line. */
export function Source({ path }: { readonly path: GrantPath }) {
  const texts = useTexts(permissionsTexts);
  const isEverybody = path.assignment.principal === EVERY_USER;
  const groups = isEverybody ? [] : groupsOf(path);
  const steps = [
    ...(isEverybody
      ? [
          <Chip key="everybody" icon="person">
            {texts.everybody}
          </Chip>,
        ]
      : []),
    ...groups.map((name) => (
      <Chip key={`group ${name}`} icon="group" place={{ to: "/groups/$name", params: { name } }}>
        {name}
      </Chip>
    )),
    ...path.roles.map((name) => (
      <Chip key={`role ${name}`} icon="role" place={{ to: "/roles/$name", params: { name } }}>
        {name}
      </Chip>
    )),
  ];
  if (steps.length === 0) return <span className="text-muted">{texts.direct}</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {steps.map((step, place) => (
        <span key={step.key} className="inline-flex items-center gap-1">
          {place > 0 && <Icon name="right" className="size-3.5 text-muted" />}
          {step}
        </span>
      ))}
    </span>
  );
}
