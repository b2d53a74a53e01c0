import { LANGUAGES, type Language } from "../texts/language.ts";
import { useLanguage, useTexts } from "../texts/use-texts.tsx";
import { IconButton } from "../ui/button/icon-button.tsx";
import { Menu } from "../ui/overlay/menu.tsx";
import { shellTexts } from "./texts.ts";

/** Each language has its own name, so that its speakers can find it. */
const NAMES: Record<Language, string> = { en: "English", zh: "简体中文" };

export function LanguageMenu() {
  const texts = useTexts(shellTexts);
  const { language, choose } = useLanguage();
  return (
    <Menu
      trigger={<IconButton icon="language" label={texts.language} />}
      items={[
        {
          heading: texts.language,
          value: language,
          choices: LANGUAGES.map((value) => ({ value, label: NAMES[value] })),
          onChange: (value) => choose(value as Language),
        },
      ]}
    />
  );
}
