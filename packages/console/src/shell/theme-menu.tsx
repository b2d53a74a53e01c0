import { useTexts } from "../texts/use-texts.tsx";
import { IconButton } from "../ui/button/icon-button.tsx";
import type { IconName } from "../ui/icons.tsx";
import { Menu } from "../ui/overlay/menu.tsx";
import { chooseTheme, THEMES, type Theme, useTheme } from "../ui/theme.ts";
import { shellTexts } from "./texts.ts";

const ICONS: Record<Theme, IconName> = { system: "screen", light: "sun", dark: "moon" };

export function ThemeMenu() {
  const texts = useTexts(shellTexts);
  const theme = useTheme();
  return (
    <Menu
      trigger={<IconButton icon={ICONS[theme]} label={texts.theme} />}
      items={[
        {
          heading: texts.theme,
          value: theme,
          choices: THEMES.map((value) => ({ value, label: texts.themes[value] })),
          onChange: (value) => chooseTheme(value as Theme),
        },
      ]}
    />
  );
}
