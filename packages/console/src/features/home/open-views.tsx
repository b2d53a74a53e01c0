import { listPermittedNavigation } from "../../shell/navigation-entries.ts";
import { shellTexts } from "../../shell/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { buttonClasses } from "../../ui/button/button-classes.ts";
import { Icon } from "../../ui/icons.tsx";
import { Section } from "../../ui/layout/section.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { homeTexts } from "./texts.ts";

/** Links to the views of a user who may not read the statistics. */
export function OpenViews() {
  const texts = useTexts(homeTexts);
  const names = useTexts(shellTexts);
  const views = listPermittedNavigation().flatMap(({ entries }) => entries.filter(({ to }) => to !== "/"));
  if (views.length === 0) return null;
  return (
    <Section title={texts.openViews} description={texts.openViewsHint}>
      <ul className="flex flex-wrap gap-2">
        {views.map(({ name, to, icon }) => (
          <li key={to}>
            <PlaceLink place={{ to }} className={buttonClasses("secondary", "medium")}>
              <Icon name={icon} />
              {names[name]}
            </PlaceLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
