import { callApi } from "../../api/call-api.ts";
import { isVersionMismatch } from "../../api/issue-at.ts";
import { readApplication } from "../../components/applications/application.ts";
import { toBody } from "./application.ts";

const ATTEMPTS = 3;

/**
 * Enables or disables an application, based on the newest version: the write changes one member and must not revert
 * another user's change. Resolves to false if the application is in this state already.
 */
export async function setApplicationEnabled(clientId: string, enabled: boolean): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const { value, etag } = await readApplication(clientId);
    if ((value.enabled ?? true) === enabled) return false;
    try {
      const body = { ...toBody(value), enabled };
      await callApi("PUT /applications/{client_id}", {
        params: { client_id: clientId },
        body,
        ifMatch: etag,
      });
      return true;
    } catch (error) {
      if (!isVersionMismatch(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
