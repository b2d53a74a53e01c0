import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { CONDITION_EXAMPLES, CONDITION_VARIABLES } from "./condition-examples.ts";
import { rolesTexts } from "./texts.ts";

/** Lists the variables that a condition can read, with examples to start from. */
export function ConditionHelp({ onUse }: { onUse(source: string): void }) {
  const texts = useTexts(rolesTexts).conditionHelp;
  return (
    <details className="rounded-control border bg-inset text-sm">
      <summary className="rounded-control px-3 py-1.5 font-medium text-accent-ink hover:bg-hover">
        {texts.title}
      </summary>
      <div className="grid gap-4 border-t px-3 py-3">
        <p>{texts.intro}</p>
        <div>
          <p className="mb-1 font-semibold">{texts.examples}</p>
          <ul className="grid gap-1.5">
            {CONDITION_EXAMPLES.map(({ name, source }) => (
              <li key={name} className="flex flex-wrap items-center gap-x-3">
                <span className="min-w-0 flex-1 basis-64">
                  <span className="block text-muted">{texts.exampleNames[name]}</span>
                  <code>{source}</code>
                </span>
                <Button
                  size="small"
                  onClick={() => onUse(source)}
                  aria-label={texts.exampleLabel(texts.exampleNames[name])}
                >
                  {texts.use}
                </Button>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <p className="mb-1 font-semibold">{texts.variables}</p>
          <dl className="grid gap-x-4 gap-y-0.5 md:grid-cols-[auto_1fr]">
            {CONDITION_VARIABLES.map(({ name, type, about }) => (
              <div key={name} className="contents">
                <dt>
                  <code>{name}</code> <span className="text-muted">{type}</span>
                </dt>
                <dd className="text-muted max-md:mb-1.5">{texts.about[about]}</dd>
              </div>
            ))}
          </dl>
        </div>
        <p className="text-muted">{texts.functions}</p>
      </div>
    </details>
  );
}
