import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { Icon, type IconName } from "../icons.tsx";
import type { Place } from "../place.ts";
import { PlaceLink } from "../place-link.tsx";
import { uiTexts } from "../texts.ts";

interface ChipProps {
  readonly children: ReactNode;
  readonly icon?: IconName;
  /** For identifiers such as permissions, scopes and keys. */
  readonly code?: boolean;
  readonly place?: Place | undefined;
  readonly onRemove?: (() => void) | undefined;
  /** The name in the label of the remove button, if the content is not plain text. */
  readonly name?: string;
}

/** One of several items: a permission of a role, a member of a group, an active filter. */
export function Chip({ children, icon, code = false, place, onRemove, name }: ChipProps) {
  const texts = useTexts(uiTexts);
  const words = (
    <>
      {icon && <Icon name={icon} className="size-3.5 text-muted" />}
      <bdi
        className={`max-w-43 truncate xl:max-w-72 ${code ? "font-mono text-xs" : ""}`}
        {...(typeof children === "string" && { title: children })}
      >
        {children}
      </bdi>
    </>
  );
  return (
    <span className="inline-flex max-w-full min-w-0 items-center rounded-small border bg-inset text-sm">
      {place ? (
        <PlaceLink
          place={place}
          className="flex min-w-0 items-center gap-1 px-2 py-px hover:text-accent-ink hover:underline"
        >
          {words}
        </PlaceLink>
      ) : (
        <span className="flex min-w-0 items-center gap-1 px-2 py-px">{words}</span>
      )}
      {onRemove && (
        <button
          type="button"
          className="-ms-1 me-0.5 rounded-small p-1 text-muted hover:bg-hover hover:text-ink"
          aria-label={texts.remove(name ?? String(children))}
          onClick={onRemove}
        >
          <Icon name="cross" className="size-3.5" />
        </button>
      )}
    </span>
  );
}
