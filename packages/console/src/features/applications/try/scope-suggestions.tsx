import { useRead } from "../../../api/use-api.ts";
import { may } from "../../../auth/may.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { signsUsersIn } from "../application.ts";
import { useApplication } from "../application-context.ts";
import { tryTexts } from "./texts.ts";

const SHOWN = 8;

interface ScopeSuggestionsProps {
  readonly scope: string;
  onAdd(scope: string): void;
}

/** Lists the scopes that this application can request; one click adds a scope. */
export function ScopeSuggestions({ scope, onAdd }: ScopeSuggestionsProps) {
  const texts = useTexts(tryTexts);
  const { application, clientId } = useApplication();
  const held = useRead(
    "POST /list/permissions",
    { body: { subject: `application:${clientId}`, limit: SHOWN } },
    { enabled: may("list") && application.type === "service" },
  );
  const known = signsUsersIn(application.type)
    ? (application.delegated ?? []).map((item) => item.scope)
    : (held.data?.body.items ?? []).map(({ permission }) => permission);
  const asked = scope.split(" ");
  const open = known.filter((item) => !asked.includes(item)).slice(0, SHOWN);
  if (known.length === 0) return null;
  return (
    <div className="-mt-3 flex min-h-7 flex-wrap items-center gap-1">
      {open.map((item) => (
        <button
          key={item}
          type="button"
          aria-label={texts.addItem(item)}
          onClick={() => onAdd([...asked.filter((one) => one !== ""), item].join(" "))}
          className="inline-flex items-center gap-1 rounded-small border border-dashed border-edge px-1.5 py-px font-mono text-xs text-muted hover:bg-hover hover:text-ink"
        >
          <Icon name="plus" className="size-3" />
          {item}
        </button>
      ))}
    </div>
  );
}
