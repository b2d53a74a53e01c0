import { visibleName } from "../../texts/visible-name.ts";

/**
 * The one place that decides how a principal is shown: by its display name, and by its identifier only if it has no
 * readable one. Lists, pickers, graphs and sentences all use these functions.
 */

export const nameUser = (user: { readonly name?: string | undefined; readonly username: string }): string =>
  visibleName(user.name, user.username);

export const nameApplication = (application: {
  readonly name?: string | undefined;
  readonly client_id?: string | undefined;
  readonly id?: string;
}): string => visibleName(application.name, application.client_id ?? application.id ?? "");

export const nameAccessAccount = (name: string | undefined, accessKey: string): string =>
  visibleName(name, accessKey);
