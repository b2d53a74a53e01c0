import { defineTexts } from "../../../texts/define-texts.ts";
import type { SessionCount } from "./session-count.ts";

export const userActionTexts = defineTexts({
  en: {
    disable: "Disable user",
    enable: "Enable user",
    signOut: "Sign out everywhere",
    unlock: "Unlock sign-in",
    disableTitle: (name: string) => `Disable ${name}?`,
    disableAccess: "The user cannot sign in and has no permissions until you enable the account again.",
    endsSessions: (sessions: SessionCount | undefined) => {
      if (!sessions) return "All active sessions end at once.";
      if (sessions.count === 0) return "No session is active, so none ends.";
      if (sessions.isLowerBound) return `${sessions.count} or more active sessions end at once.`;
      return sessions.count === 1
        ? "1 active session ends at once."
        : `${sessions.count} active sessions end at once.`;
    },
    endsAccess:
      "Every application loses its access: Licet revokes the refresh tokens, offline access included. Servers that verify access tokens by themselves accept them until they expire.",
    endsLinks: "Open links for a new password no longer work.",
    disableKeeps: "Roles, groups, consents and the password are kept.",
    disabled: (name: string) => `${name} is disabled`,
    disabledDetail: "Undo enables the account again. Ended sessions and tokens do not come back.",
    enableTitle: (name: string) => `Enable ${name}?`,
    enableAccess: "The user can sign in again and has the permissions of all roles and groups as before.",
    enableNotBack: "Ended sessions and tokens do not come back. The user has to sign in again.",
    enabled: (name: string) => `${name} is enabled`,
    enabledDetail: "The user has to sign in again.",
    alreadySo: "Another user did this in the meantime. Nothing was changed.",
    signOutTitle: (name: string) => `Sign ${name} out everywhere?`,
    signOutNoUndo: "This cannot be undone, but the user can sign in again at any time.",
    signedOut: (name: string) => `${name} is signed out everywhere`,
    unlockTitle: (name: string) => `Unlock the sign-in of ${name}?`,
    unlockForgets: (failures: number) =>
      failures === 1 ? "Licet forgets 1 failed attempt." : `Licet forgets ${failures} failed attempts.`,
    unlockAgain:
      "The user can sign in from any browser again. Further wrong passwords lock the sign-in again.",
    unlockNoUndo: "This cannot be undone.",
  },
  zh: {
    disable: "停用用户",
    enable: "启用用户",
    signOut: "全部退出登录",
    unlock: "解除登录锁定",
    disableTitle: (name) => `停用 ${name}？`,
    disableAccess: "在重新启用之前，该用户无法登录，也不拥有任何权限。",
    endsSessions: (sessions) => {
      if (!sessions) return "所有活动会话立即结束。";
      if (sessions.count === 0) return "当前没有活动会话。";
      return sessions.isLowerBound
        ? `至少 ${sessions.count} 个活动会话立即结束。`
        : `${sessions.count} 个活动会话立即结束。`;
    },
    endsAccess:
      "所有应用失去访问：Licet 撤销刷新令牌，包括离线访问。自行验证访问令牌的服务器在令牌到期前仍会接受。",
    endsLinks: "尚未使用的设置密码链接失效。",
    disableKeeps: "角色、用户组、同意记录和密码保留不变。",
    disabled: (name) => `已停用 ${name}`,
    disabledDetail: "撤销会重新启用该账号，但已结束的会话和令牌不会恢复。",
    enableTitle: (name) => `启用 ${name}？`,
    enableAccess: "该用户可以再次登录，并重新拥有所有角色和用户组的权限。",
    enableNotBack: "已结束的会话和令牌不会恢复，该用户需要重新登录。",
    enabled: (name) => `已启用 ${name}`,
    enabledDetail: "该用户需要重新登录。",
    alreadySo: "其他用户已经执行了此操作，没有任何更改。",
    signOutTitle: (name) => `让 ${name} 在所有地方退出登录？`,
    signOutNoUndo: "此操作无法撤销，但该用户可以随时重新登录。",
    signedOut: (name) => `${name} 已在所有地方退出登录`,
    unlockTitle: (name) => `解除 ${name} 的登录锁定？`,
    unlockForgets: (failures) => `清除 ${failures} 次失败的登录尝试。`,
    unlockAgain: "该用户可以在任何浏览器中再次登录；继续输错密码会再次锁定。",
    unlockNoUndo: "此操作无法撤销。",
  },
});
