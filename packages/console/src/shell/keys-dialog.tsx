import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.tsx";
import { Switch } from "../ui/form/switch.tsx";
import { Dialog } from "../ui/overlay/dialog.tsx";
import { actionTexts } from "./actions/action-texts.ts";
import { IS_APPLE } from "./is-apple.ts";
import { keysPreference, useKeysPreference } from "./keys-preference.ts";
import { keysTexts } from "./keys-texts.ts";
import { listPermittedNavigation } from "./navigation-entries.ts";
import { shellTexts } from "./texts.ts";

/** Lists the keyboard shortcuts, and turns those of single keys off and on. */
export function KeysDialog({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const texts = useTexts(keysTexts);
  const { keys } = useTexts(actionTexts);
  const views = useTexts(shellTexts);
  const areOn = useKeysPreference();
  return (
    <Dialog open={open} onClose={onClose} title={keys} description={texts.description}>
      <dl className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        <Shortcut keys={[IS_APPLE ? "⌘" : "Ctrl", "K"]} together name={texts.palette} />
        <Shortcut keys={["?"]} name={keys} />
        {listPermittedNavigation()
          .flatMap(({ entries }) => entries)
          .map(({ name, key }) => (
            <Shortcut key={key} keys={["G", key.toUpperCase()]} name={views[name]} />
          ))}
      </dl>
      <Switch
        label={texts.singleKeys}
        detail={texts.singleKeysHint}
        checked={areOn}
        onChange={keysPreference.set}
      />
    </Dialog>
  );
}

interface ShortcutProps {
  readonly keys: readonly string[];
  /** The keys are pressed at the same time, not one after the other. */
  readonly together?: boolean;
  readonly name: ReactNode;
}

function Shortcut({ keys, together = false, name }: ShortcutProps) {
  const texts = useTexts(keysTexts);
  return (
    <div className="flex min-h-8 items-center justify-between gap-3">
      <dt>{name}</dt>
      <dd className="flex items-center gap-1 text-sm text-muted">
        {keys.map((key, place) => (
          <span key={key} className="flex items-center gap-1">
            {place > 0 && <span>{together ? "+" : texts.followedBy}</span>}
            <kbd className="min-w-6 rounded-small border bg-inset px-1.5 py-0.5 text-center font-sans text-xs text-ink">
              {key}
            </kbd>
          </span>
        ))}
      </dd>
    </div>
  );
}
