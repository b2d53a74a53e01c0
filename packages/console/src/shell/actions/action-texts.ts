import { defineTexts } from "../../texts/define-texts.ts";

export const actionTexts = defineTexts({
  en: {
    heading: "Actions",
    create: {
      application: "Create application",
      resource: "Create resource",
      role: "Create role",
      group: "Create group",
      user: "Create user",
    },
    commands: {
      assign: "Assign a role to a user …",
      rotate: "Rotate the secret of an application …",
      disable: "Disable a user …",
    },
    /** The beginning of the sentence, as `parseCommand` reads it. */
    type: { assign: "assign ", rotate: "rotate secret of ", disable: "disable user " },
    typeAssign: (role: string) => `assign ${role} to `,
    assignRole: (role: string) => `Assign ${role} to …`,
    assignTo: (role: string, name: string) => `Assign ${role} to ${name}`,
    rotateOf: (name: string) => `Rotate the secret of ${name}`,
    disableUser: (name: string) => `Disable ${name}`,
    group: "group",
    keys: "Keyboard shortcuts",
  },
  zh: {
    heading: "操作",
    create: {
      application: "注册应用",
      resource: "新建资源",
      role: "新建角色",
      group: "新建用户组",
      user: "新建用户",
    },
    commands: {
      assign: "为用户授予角色……",
      rotate: "更换应用的密钥……",
      disable: "停用用户……",
    },
    type: { assign: "授予 ", rotate: "更换密钥 ", disable: "停用用户 " },
    typeAssign: (role) => `授予 ${role} 给 `,
    assignRole: (role) => `授予 ${role} 给……`,
    assignTo: (role, name) => `授予 ${role} 给 ${name}`,
    rotateOf: (name) => `更换 ${name} 的密钥`,
    disableUser: (name) => `停用 ${name}`,
    group: "用户组",
    keys: "键盘快捷键",
  },
});
