import { html, type SafeHtml } from "../html.ts";
import { IDENTITY_SCOPES, type IdentityScope, type Texts } from "../texts/texts.ts";

/** One thing that an application may do, as it is shown to the user it concerns. */
export interface ShownPermission {
  /** The technical name. */
  readonly scope: string;
  /** The name of its resource; none for what is about the user, and for permissions of no resource. */
  readonly resource?: string;
  /** Its display name, in the user's language where there is one. */
  readonly resourceTitle?: string;
  /** From the catalogue, in the user's language where there is one. The scopes of OpenID Connect need none. */
  readonly description?: string;
  /** The one instance of the resource that it is limited to, by its id: instances have no other name. */
  readonly instance?: string;
}

export const isIdentityScope = (scope: string): scope is IdentityScope =>
  IDENTITY_SCOPES.some((known) => known === scope);

/** In the user's words. */
export function permissionTitle(permission: ShownPermission, { consent }: Texts): string {
  const { scope, instance } = permission;
  if (isIdentityScope(scope)) return consent.identityScopes[scope].title;
  const title = permission.description || consent.undescribed;
  return instance === undefined ? title : consent.onlyAt(title, instance);
}

/** The words, and small below them the technical name, for those who look for it. */
export const renderPermission = (permission: ShownPermission, texts: Texts): SafeHtml =>
  html`<bdi class="permission-title">${permissionTitle(permission, texts)}</bdi>${
    isIdentityScope(permission.scope) &&
    html`<span class="permission-detail">${texts.consent.identityScopes[permission.scope].detail}</span>`
  }<code class="permission-scope">${permission.scope}</code>`;

export interface PermissionGroup<P extends ShownPermission> {
  readonly kind: "identity" | "resource" | "general";
  readonly title: string;
  readonly permissions: readonly P[];
}

/** Permissions about the user first, then resource by resource in the order asked, then those of no resource. */
export function groupPermissions<P extends ShownPermission>(
  permissions: readonly P[],
  texts: Texts,
): readonly PermissionGroup<P>[] {
  const identity = permissions.filter(({ scope }) => isIdentityScope(scope));
  const others = permissions.filter(({ scope }) => !isIdentityScope(scope));
  const byResource = Map.groupBy(others, ({ resource }) => resource);
  const general = byResource.get(undefined) ?? [];
  byResource.delete(undefined);
  return [
    { kind: "identity" as const, title: texts.consent.identity, permissions: identity },
    ...Array.from(byResource, ([name = "", permissions]) => ({
      kind: "resource" as const,
      title: permissions[0]?.resourceTitle ?? name,
      permissions,
    })),
    { kind: "general" as const, title: texts.consent.general, permissions: general },
  ].filter(({ permissions }) => permissions.length > 0);
}
