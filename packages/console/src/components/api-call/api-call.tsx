import { Popover } from "@base-ui/react/popover";
import type { ShownCall } from "../../api/call-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Snippets } from "../../ui/display/snippets.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { snippetsOfCall } from "./snippets-of-call.ts";

interface ApiCallProps {
  /** The call that the view made or is about to make: `describeCall(name, given)`. */
  readonly call: ShownCall | readonly ShownCall[];
}

/**
 * "Show as API call": a script can do everything that the console does. It is an icon, because it stands beside the
 * actions of nearly every view, and few users need it.
 */
export function ApiCall({ call }: ApiCallProps) {
  const texts = useTexts(uiTexts);
  const calls = "method" in call ? [call] : call;
  return (
    <Popover.Root>
      <Popover.Trigger render={<IconButton icon="code" label={texts.asApiCall} />} />
      <Popover.Portal>
        <Popover.Positioner className="z-50" sideOffset={6} align="end" collisionPadding={12}>
          <Popover.Popup className="popup max-h-(--available-height) w-[min(40rem,calc(100vw-1.5rem))] overflow-y-auto p-4">
            <Popover.Title className="font-bold">{texts.asApiCall}</Popover.Title>
            <Popover.Description className="mb-3 text-sm text-muted">
              {texts.asApiCallHint}
            </Popover.Description>
            <div className="grid gap-4">
              {calls.map((one) => (
                <div key={`${one.method} ${one.path}`} className="grid min-w-0 gap-2">
                  <p className="flex items-baseline gap-2">
                    <span className="rounded-small bg-accent-tint px-1.5 font-mono text-xs font-semibold text-accent-ink">
                      {one.method}
                    </span>
                    <code className="min-w-0 text-sm">{one.path}</code>
                  </p>
                  <Snippets snippets={snippetsOfCall(one, location.origin)} />
                </div>
              ))}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
