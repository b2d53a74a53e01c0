import { defineTexts } from "../texts/define-texts.ts";

export const authTexts = defineTexts({
  en: {
    signingIn: "Signing in …",
    failed: "You could not be signed in",
    sessionOver: "Your session is over",
    sessionOverHint: "What you typed is still here. Sign in again in a new window, then go on.",
    signInAgain: "Sign in again",
    notNow: "Not now",
    sessionOverNotice: "Nothing was lost. Sign in again, then try once more.",
    signedInAgain: "You are signed in again",
    signedInAgainHint: "This was not done while the session was over. Try it once more.",
    otherSignedIn: (name: string) => `${name} is signed in now`,
    otherSignedInHint: (other: string, former: string) =>
      `This tab has the work of ${former} in it. Sign in as ${former} to keep it, or go on as ${other}: the console then starts anew, and what is not saved here is lost.`,
    signInAs: (name: string) => `Sign in as ${name}`,
    goOnAs: (name: string) => `Go on as ${name}`,
    waitingForWindow: "Sign in in the window that just opened. It closes by itself.",
    windowBlocked:
      "The browser kept the window from opening. Allow pop-up windows for this address, then try again.",
    windowClosed: "The window was closed before you were signed in. Try again.",
    noAccess: "Your account may not use the console",
    noAccessHint:
      "You are signed in, but hold no permission of Licet itself. Ask an administrator for a role.",
    refreshPermissions: "Refresh permissions",
    otherAccount: "Use another account",
  },
  zh: {
    signingIn: "正在登录……",
    failed: "无法登录",
    sessionOver: "您的会话已结束",
    sessionOverHint: "您输入的内容仍在此处。请在新窗口中重新登录，然后继续。",
    signInAgain: "重新登录",
    notNow: "暂不",
    sessionOverNotice: "没有丢失任何内容。请重新登录后再试一次。",
    signedInAgain: "您已重新登录",
    signedInAgainHint: "会话结束期间，此操作没有执行。请再试一次。",
    otherSignedIn: (name) => `当前登录的是 ${name}`,
    otherSignedInHint: (other, former) =>
      `此标签页中是 ${former} 的工作内容。如需保留，请以 ${former} 的身份登录；也可以改用 ${other} 的身份继续，控制台将重新加载，此处未保存的内容会丢失。`,
    signInAs: (name) => `以 ${name} 的身份登录`,
    goOnAs: (name) => `以 ${name} 的身份继续`,
    waitingForWindow: "请在刚打开的窗口中登录，完成后窗口会自动关闭。",
    windowBlocked: "浏览器拦截了登录窗口。请允许此网站弹出窗口，然后重试。",
    windowClosed: "登录完成前窗口已被关闭，请重试。",
    noAccess: "您的账号无权使用控制台",
    noAccessHint: "您已登录，但没有 Licet 自身的任何权限。请向管理员申请角色。",
    refreshPermissions: "重新检查",
    otherAccount: "使用其他账号",
  },
});
