import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { Icon, type IconName } from "../icons.tsx";
import type { Place } from "../place.ts";
import { PlaceLink } from "../place-link.tsx";

interface Entry {
  readonly label: ReactNode;
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

export type MenuItem =
  | (Entry & { onSelect(): void })
  | (Entry & { readonly place: Place })
  | (Entry & { readonly href: string })
  | { readonly separator: string }
  | {
      readonly heading: string;
      readonly choices: readonly { readonly value: string; readonly label: string }[];
      readonly value: string;
      onChange(value: string): void;
    };

export interface MenuProps {
  /** The button that opens the menu, with its own accessible name. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly items: readonly MenuItem[];
  readonly align?: "start" | "end";
  /** The text above the items, such as the name of the signed-in user. */
  readonly header?: ReactNode;
}

export function Menu({ trigger, items, align = "end", header }: MenuProps) {
  // A separator at either end is not shown, nor is a menu without items.
  const shown = items.filter(
    (item, place) => !("separator" in item) || (place > 0 && place < items.length - 1),
  );
  if (shown.length === 0) return null;
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="z-50 outline-none" align={align} sideOffset={4}>
          <Base.Popup className="popup min-w-48 max-w-80 py-1">
            {header !== undefined && <div className="mb-1 border-b px-3 pt-1.5 pb-2.5">{header}</div>}
            {shown.map((item) => (
              <Item key={keyOf(item)} item={item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const keyOf = (item: MenuItem): string =>
  "separator" in item ? `- ${item.separator}` : "heading" in item ? `# ${item.heading}` : String(item.label);

function Item({ item }: { readonly item: MenuItem }) {
  if ("separator" in item) return <hr className="my-1" />;
  if ("heading" in item)
    return (
      <Base.Group>
        <Base.GroupLabel className="px-3 pt-1.5 pb-0.5 text-xs text-muted">{item.heading}</Base.GroupLabel>
        <Base.RadioGroup value={item.value} onValueChange={(value: string) => item.onChange(value)}>
          {item.choices.map((choice) => (
            <Base.RadioItem key={choice.value} value={choice.value} className="option" closeOnClick>
              <span className="w-4">
                <Base.RadioItemIndicator>
                  <Icon name="tick" />
                </Base.RadioItemIndicator>
              </span>
              {choice.label}
            </Base.RadioItem>
          ))}
        </Base.RadioGroup>
      </Base.Group>
    );
  const className = `option ${item.danger ? "text-problem" : ""}`;
  const words = (
    <>
      {item.icon && <Icon name={item.icon} />}
      {item.label}
    </>
  );
  if ("place" in item)
    return (
      <Base.LinkItem className={className} render={<PlaceLink place={item.place} />} closeOnClick>
        {words}
      </Base.LinkItem>
    );
  if ("href" in item)
    return (
      <Base.LinkItem className={className} href={item.href} closeOnClick>
        {words}
      </Base.LinkItem>
    );
  return (
    <Base.Item className={className} disabled={item.disabled ?? false} onClick={() => item.onSelect()}>
      {words}
    </Base.Item>
  );
}
