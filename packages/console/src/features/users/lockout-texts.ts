import { defineTexts } from "../../texts/define-texts.ts";

export const lockoutTexts = defineTexts({
  en: {
    title: "Sign-in is locked",
    hint: (failures: number) =>
      `${failures} failed attempts. The user can still sign in from known browsers, and from others again`,
    unlock: "Unlock",
    unlocked: "The user can sign in again",
  },
  zh: {
    title: "登录已锁定",
    hint: (failures) =>
      `密码已输错 ${failures} 次。该用户仍可在以前登录过的浏览器中登录；在其他地方可再次登录的时间：`,
    unlock: "解除锁定",
    unlocked: "该用户可以再次登录",
  },
});
