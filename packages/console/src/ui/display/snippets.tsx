import { useSyncExternalStore } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { classNames } from "../class-names.ts";
import { persistedValue } from "../persisted-value.ts";
import { uiTexts } from "../texts.ts";
import { CodeBlock } from "./code-block.tsx";
import type { Snippet } from "./snippet.ts";

/** The chosen language applies to every example in the console. */
const chosenLanguage = persistedValue("licet-console-snippets", "curl");

/** One example in several languages. */
export function Snippets({ snippets }: { readonly snippets: readonly Snippet[] }) {
  const texts = useTexts(uiTexts);
  const chosen = useSyncExternalStore(chosenLanguage.subscribe, chosenLanguage.get);
  const shown = snippets.find(({ language }) => language === chosen) ?? snippets[0];
  if (!shown) return null;
  return (
    <div className="grid min-w-0 gap-2">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{texts.language}</legend>
        {snippets.map(({ language }) => (
          <button
            key={language}
            type="button"
            aria-pressed={language === shown.language}
            onClick={() => chosenLanguage.set(language)}
            className={classNames(
              "rounded-small px-2 py-0.5 text-sm font-medium text-muted hover:bg-hover",
              "aria-pressed:bg-accent-tint aria-pressed:text-accent-ink",
            )}
          >
            {language}
          </button>
        ))}
      </fieldset>
      <CodeBlock code={shown.code} />
    </div>
  );
}
