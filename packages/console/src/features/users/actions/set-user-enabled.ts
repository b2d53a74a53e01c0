import { callApi } from "../../../api/call-api.ts";
import { isVersionMismatch } from "../../../api/issue-at.ts";
import { profileFrom, userBodyFrom } from "../profile/profile.ts";
import { isEnabled, readUser } from "../user.ts";

const ATTEMPTS = 3;

/**
 * Enables or disables a user, based on the newest version: the write changes one member and must not revert another
 * user's change. Resolves to false if the user is in this state already.
 */
export async function setUserEnabled(id: string, enabled: boolean): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const { value, etag } = await readUser(id);
    if (isEnabled(value) === enabled) return false;
    try {
      const body = { ...userBodyFrom(profileFrom(value)), enabled };
      await callApi("PUT /users/{id}", { params: { id: value.id }, body, ifMatch: etag });
      return true;
    } catch (error) {
      if (!isVersionMismatch(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
