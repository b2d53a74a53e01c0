import { type ReactNode, useState } from "react";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { useNow } from "../../../ui/display/use-now.ts";
import { Icon } from "../../../ui/icons.tsx";
import { RevokeSecretDialog } from "./secret-list.tsx";
import { credentialsTexts } from "./texts.ts";
import type { Secret, Secrets } from "./use-secrets.ts";

const STEPS = ["add", "deploy", "watch", "revoke"] as const;
type Step = (typeof STEPS)[number];

interface RotationProps {
  readonly secrets: Secrets;
  onAdd(): void;
}

/** Shows the progress of a secret rotation, from the last use of each secret, and the next step. */
export function Rotation({ secrets, onAdd }: RotationProps) {
  const texts = useTexts(credentialsTexts);
  const [revoking, setRevoking] = useState<Secret>();
  const now = useNow();
  const items = secrets.items ?? [];
  if (items.length === 0) return null;
  const current = stepOf(items, now.getTime());
  const at = STEPS.indexOf(current);
  const action: Partial<Record<Step, ReactNode>> = {
    add: (
      <Button size="small" icon="plus" onClick={onAdd}>
        {texts.addSecret}
      </Button>
    ),
    revoke: (
      <Button size="small" kind="primary" onClick={() => setRevoking(items[0])}>
        {texts.revokeOld}
      </Button>
    ),
  };
  return (
    <section aria-label={texts.rotation} className="mt-2 rounded-card border bg-surface p-4">
      <h3 className="mb-3 font-semibold">{texts.rotation}</h3>
      <ol className="grid gap-4 md:grid-cols-4">
        {STEPS.map((step, place) => {
          const state = place < at ? "done" : place === at ? "now" : "later";
          const words: {
            readonly title: string;
            readonly idle: string;
            readonly now?: string;
            readonly done?: string;
          } = texts.rotationSteps[step];
          return (
            <li
              key={step}
              aria-current={state === "now" ? "step" : undefined}
              className={classNames(
                "border-t-3 pt-2.5",
                state === "later" ? "border-line" : "border-accent-ink",
              )}
            >
              <p className="flex items-center gap-1.5 font-semibold">
                {state === "done" ? (
                  <Icon name="check" className="size-5 text-accent-ink" />
                ) : (
                  <span
                    aria-hidden="true"
                    className={classNames(
                      "flex size-5 items-center justify-center rounded-full text-xs",
                      state === "now" ? "bg-accent text-on-accent" : "bg-hover text-muted",
                    )}
                  >
                    {place + 1}
                  </span>
                )}
                {words.title}
                {state === "done" && <span className="sr-only">({texts.stepDone})</span>}
              </p>
              <p className="mt-1 text-sm text-muted">
                {state === "done"
                  ? (words.done ?? words.idle)
                  : state === "now"
                    ? (words.now ?? words.idle)
                    : words.idle}
              </p>
              {state === "now" && action[step] !== undefined && <div className="mt-2">{action[step]}</div>}
            </li>
          );
        })}
      </ol>
      <RevokeSecretDialog
        secret={revoking}
        isLast={items.length === 1}
        revoke={secrets.revoke}
        onClose={() => setRevoking(undefined)}
      />
    </section>
  );
}

/** The server records a use once a minute and stores it seconds later, so a shorter pause proves nothing. */
const SILENCE_MILLISECONDS = 75_000;

function stepOf(oldestFirst: readonly Secret[], now: number): Step {
  const newest = oldestFirst.at(-1);
  const older = oldestFirst.slice(0, -1);
  if (!newest || older.length === 0) return "add";
  if (newest.last_used_at === undefined) return "deploy";
  const silentSince = now - SILENCE_MILLISECONDS;
  return older.every(
    ({ last_used_at }) => last_used_at === undefined || Date.parse(last_used_at) < silentSince,
  )
    ? "revoke"
    : "watch";
}
