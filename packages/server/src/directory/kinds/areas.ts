type Texts = readonly [en: string, zh: string];

/** Kinds that are read and written with the same permissions: `licet:<name>.read` and `licet:<name>.write`. */
export interface Area {
  readonly name: string;
  /** What the API's document says of its operations. */
  readonly about: string;
  /** What users read on the consent page. */
  readonly read: Texts;
  readonly write: Texts;
}

export const RESOURCES: Area = {
  name: "resources",
  about: "The APIs that Licet protects, with their actions and instances",
  read: ["See resources and their instances", "查看资源及其实例"],
  write: ["Change resources and their instances", "修改资源及其实例"],
};

export const GROUPS: Area = {
  name: "groups",
  about: "Users and other groups under one name",
  read: ["See groups and who is in them", "查看用户组及其成员"],
  write: ["Change groups and who is in them", "修改用户组及其成员"],
};

export const APPLICATIONS: Area = {
  name: "applications",
  about: "OAuth clients with their secrets, access accounts and logos",
  read: ["See applications and access accounts", "查看应用及访问账号"],
  write: ["Change applications, access accounts and secrets", "修改应用、访问账号及密钥"],
};
