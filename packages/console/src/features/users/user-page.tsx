import { KindPage } from "../../components/pages/kind-page.tsx";
import { nameUser } from "../../components/principals/name-principal.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Copyable } from "../../ui/button/copyable.tsx";
import { Badge } from "../../ui/display/badge.tsx";
import { UserActions } from "./actions/user-actions.tsx";
import { LockoutNotice } from "./lockout-notice.tsx";
import { userTexts } from "./texts.ts";

/** The page of one user, with its tabs. */
export function UserPage() {
  const texts = useTexts(userTexts);
  const { profile, ...tabs } = texts.tabs;
  return (
    <KindPage
      kind="user"
      texts={texts}
      nameOf={nameUser}
      badge={({ enabled }) =>
        !enabled && (
          <Badge tone="warning" icon="blocked">
            {texts.states.disabled}
          </Badge>
        )
      }
      subtitle={(user) =>
        user && (
          <span className="flex flex-wrap items-center gap-x-3">
            <code>{user.username}</code>
            <Copyable text={user.id} label={texts.copyId} />
          </span>
        )
      }
      actions={(user) => <UserActions user={user} />}
      tabs={() => ({ "": profile, ...tabs })}
      notice={(user) => <LockoutNotice user={user} />}
    />
  );
}
