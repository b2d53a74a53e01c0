import { defineTexts } from "../../texts/define-texts.ts";

export const resetTexts = defineTexts({
  en: {
    action: "Reset password",
    title: (name: string) => `Reset password of ${name}`,
    description:
      "Create a one-time link that lets the user choose a new password. It is valid for one hour. Send it to the user yourself.",
    voidsOlder: "Previous links become invalid.",
    endsSessions: "When the new password is set, the user is signed out everywhere.",
    create: "Create link",
    once: "The link is shown only once. Anyone with the link can set the password, so send it only to the user.",
    copy: "Copy link",
    expires: "Expires",
    failed: "The link was not created",
    done: "Done",
    leave: {
      title: "Leave without the link?",
      hint: "You have not copied it yet, and it is never shown again. You can create another one.",
      leave: "Leave",
    },
  },
  zh: {
    action: "重置密码",
    title: (name) => `为 ${name} 重置密码`,
    description: "您会得到一个链接，用户可在一小时内凭此设置新密码，仅能使用一次。请自行转交给用户。",
    voidsOlder: "之前生成的链接将失效。",
    endsSessions: "设置新密码后，该用户会在所有地方退出登录。",
    create: "生成一次性链接",
    once: "仅显示这一次。任何打开此链接的人都可以设置密码：请只发送给该用户本人。",
    copy: "复制链接",
    expires: "失效时间：",
    failed: "未能生成链接",
    done: "完成",
    leave: {
      title: "还没有复制链接，确定离开吗？",
      hint: "链接尚未复制，离开后将无法再次查看；届时只能重新生成。",
      leave: "离开",
    },
  },
});
