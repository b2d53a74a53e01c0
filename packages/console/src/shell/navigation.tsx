import { useMay } from "../auth/may.ts";
import { useTexts } from "../texts/use-texts.tsx";
import { classNames } from "../ui/class-names.ts";
import { Icon } from "../ui/icons.tsx";
import { PlaceLink } from "../ui/place-link.tsx";
import { listPermittedNavigation, type NavigationEntry } from "./navigation-entries.ts";
import { shellTexts } from "./texts.ts";

/** `onLeave` runs when the user follows a link, so that a drawer around the navigation closes. */
export function Navigation({ onLeave }: { readonly onLeave?: () => void }) {
  const texts = useTexts(shellTexts);
  useMay();
  return (
    <nav aria-label={texts.navigation} className="grid gap-3">
      {listPermittedNavigation().map((group) => (
        <div key={group.heading ?? group.entries[0]?.name}>
          {group.heading && (
            <p id={`navigation-${group.heading}`} className="px-2.5 pb-1 text-xs font-semibold text-muted">
              {texts[group.heading]}
            </p>
          )}
          <ul
            className="grid gap-px"
            {...(group.heading && { "aria-labelledby": `navigation-${group.heading}` })}
          >
            {group.entries.map((entry) => (
              <Entry key={entry.to} entry={entry} label={texts[entry.name]} onLeave={onLeave} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface EntryProps {
  readonly entry: NavigationEntry;
  readonly label: string;
  readonly onLeave: (() => void) | undefined;
}

function Entry({ entry, label, onLeave }: EntryProps) {
  return (
    <li>
      <PlaceLink
        place={{ to: entry.to }}
        exact={entry.to === "/"}
        onClick={() => onLeave?.()}
        className={classNames(
          "flex min-h-9 items-center gap-2.5 rounded-control px-2.5 font-medium text-muted hover:bg-hover hover:text-ink",
          "aria-[current=page]:bg-accent-tint aria-[current=page]:text-accent-ink",
        )}
      >
        <Icon name={entry.icon} className="size-5" />
        {label}
      </PlaceLink>
    </li>
  );
}
