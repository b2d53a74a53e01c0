import { defineTexts } from "../../../texts/define-texts.ts";

/** The texts of the sign-in page itself (the server's `login` texts). */
export const previewTexts = defineTexts({
  en: {
    label: (brand: string) => `Preview of the sign-in page of ${brand}`,
    title: "Sign in",
    toContinueTo: "to continue to",
    application: "The shop",
    username: "Username or email",
    password: "Password",
    submit: "Sign in",
    promise: (brand: string) => `${brand} never asks for your password by email, phone or chat.`,
  },
  zh: {
    label: (brand) => `${brand} 登录页面预览`,
    title: "登录",
    toContinueTo: "以继续前往",
    application: "示例商店",
    username: "用户名或邮箱",
    password: "密码",
    submit: "登录",
    promise: (brand) => `${brand} 绝不会通过邮件、电话或聊天索要您的密码。`,
  },
});
