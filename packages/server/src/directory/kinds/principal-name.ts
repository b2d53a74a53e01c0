/**
 * A file, a token or a user refers to a principal by this name. A file may also use the display name of an application
 * or an access account. The display name of an access account is unique within its application: `reports/Laptop`.
 */
export interface PrincipalName {
  readonly kind: PrincipalNameKind;
  readonly name: string;
}
export const PRINCIPAL_NAME_KINDS = [
  "application",
  "application_name",
  "access_account",
  "access_account_name",
  "user",
  "group",
] as const;
export type PrincipalNameKind = (typeof PRINCIPAL_NAME_KINDS)[number];

export const accessAccountName = (applicationId: string, name: string): PrincipalName => ({
  kind: "access_account_name",
  name: `${applicationId}/${name}`,
});
