import { signOut } from "../auth/sign-out.ts";
import { signedInUserFrom } from "../auth/signed-in-user.ts";
import { currentTokens } from "../auth/tokens.ts";
import { useLanguage, useTexts } from "../texts/use-texts.tsx";
import { Menu } from "../ui/overlay/menu.tsx";
import { actionTexts } from "./actions/action-texts.ts";
import { shellTexts } from "./texts.ts";

export function UserMenu({ onShowKeys }: { onShowKeys(): void }) {
  const texts = useTexts(shellTexts);
  const { keys } = useTexts(actionTexts);
  const { language } = useLanguage();
  const user = signedInUserFrom(currentTokens());
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`${texts.userMenu}: ${user.name}`}
          className="ms-1 flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-tint font-bold text-accent-ink hover:bg-hover"
        >
          {[...user.name][0]?.toLocaleUpperCase()}
        </button>
      }
      header={
        <>
          <span className="block text-xs text-muted">{texts.signedInAs}</span>
          <span className="block truncate font-semibold">{user.name}</span>
          {user.detail !== undefined && (
            <span className="block truncate text-sm text-muted">{user.detail}</span>
          )}
        </>
      }
      items={[
        { label: texts.account, icon: "person", href: "/account" },
        { label: texts.documentation, icon: "book", href: language === "zh" ? "/docs/zh/" : "/docs/" },
        { label: keys, icon: "info", onSelect: onShowKeys },
        { label: texts.signOut, icon: "signOut", onSelect: signOut },
      ]}
    />
  );
}
