import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Card } from "../../ui/layout/card.tsx";
import type { Place } from "../../ui/place.ts";
import { PlaceLink } from "../../ui/place-link.tsx";
import { homeTexts } from "./texts.ts";
import type { Setup, SetupStep } from "./use-setup.ts";

const LOOKS: Record<SetupStep, { readonly icon: IconName; readonly place: Place }> = {
  resource: { icon: "resource", place: { to: "/resources" } },
  role: { icon: "role", place: { to: "/roles" } },
  application: { icon: "application", place: { to: "/applications" } },
  user: { icon: "person", place: { to: "/users" } },
  token: { icon: "playground", place: { to: "/playground" } },
  check: { icon: "access", place: { to: "/check" } },
};

interface ChecklistProps {
  readonly setup: Setup;
  readonly onHide?: (() => void) | undefined;
}

/** Lists the setup steps with links. A step is checked off when its result exists. */
export function Checklist({ setup, onHide }: ChecklistProps) {
  const texts = useTexts(homeTexts);
  const done = setup.steps.filter((step) => step.done).length;
  const next = setup.steps.find((step) => !step.done)?.step;
  return (
    <section aria-labelledby="first-steps" className="mb-7">
      <Card flush>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-5 py-4">
          <div className="min-w-0 flex-1 basis-64">
            <h2 id="first-steps" className="text-lg font-bold">
              {texts.firstSteps}
            </h2>
            <p className="text-muted">{texts.firstStepsHint}</p>
          </div>
          <Progress done={done} of={setup.steps.length} />
          {onHide && (
            <Button kind="quiet" size="small" onClick={onHide}>
              {texts.hide}
            </Button>
          )}
        </div>
        <ol className="grid divide-y xl:grid-cols-2 xl:divide-y-0">
          {setup.steps.map((step) => (
            <Step key={step.step} step={step.step} done={step.done} isNext={step.step === next} />
          ))}
        </ol>
      </Card>
    </section>
  );
}

function Step({
  step,
  done,
  isNext,
}: {
  readonly step: SetupStep;
  readonly done: boolean;
  readonly isNext: boolean;
}) {
  const texts = useTexts(homeTexts);
  const { title, detail } = texts.steps[step];
  const { icon, place } = LOOKS[step];
  return (
    <li className="relative flex items-start gap-3.5 border-line px-5 py-4 hover:bg-hover xl:border-b xl:odd:border-e xl:nth-last-[-n+2]:border-b-0">
      <span
        className={`mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-full border ${
          done
            ? "border-transparent bg-accent text-on-accent"
            : isNext
              ? "border-accent-ink text-accent-ink"
              : "text-muted"
        }`}
      >
        <Icon name={done ? "tick" : icon} className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1">
        <PlaceLink
          place={place}
          className="font-semibold outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink"
        >
          {title}
          {done && <span className="sr-only"> ({texts.done})</span>}
        </PlaceLink>
        <span className="block text-muted">{detail}</span>
      </span>
      <Icon name="right" className="mt-1.5 size-4 text-muted" />
    </li>
  );
}

function Progress({ done, of }: { readonly done: number; readonly of: number }) {
  const texts = useTexts(homeTexts);
  return (
    <span className="flex items-center gap-2.5 text-sm text-muted">
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className="h-1.5 w-28 rounded-full"
        aria-hidden="true"
      >
        <rect width="100" height="6" className="fill-hover" />
        <rect width={of === 0 ? 0 : (done / of) * 100} height="6" className="fill-series-1" />
      </svg>
      <span className="tabular-nums">{texts.progress(done, of)}</span>
    </span>
  );
}
