/**
 * The prefix of an identifier names its kind. The prefixes keep the subject identifiers of users, applications and
 * access accounts apart (RFC 9700 §4.15): a client_id can never be read as a user's `sub`.
 */
export const ID_PREFIXES = {
  application: "app_",
  accessAccount: "ak_",
  user: "usr_",
  secret: "sec_",
  assignment: "asg_",
  session: "ses_",
  delegation: "dlg_",
} as const;
