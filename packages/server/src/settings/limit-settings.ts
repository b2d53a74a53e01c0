import type { SettingName } from "./definitions.ts";
import { parseWholeNumber, type SettingText } from "./values.ts";

/** The limits of a caller's failures, sign-ins and requests. 0 means no limit. */
export interface LimitSettings {
  readonly clientFailures: number;
  readonly addressFailures: number;
  readonly anonymousRequests: number;
  readonly windowSeconds: number;
  readonly accountSignIns: number;
  readonly addressSignIns: number;
  readonly signInWindowSeconds: number;
  /** In a minute. */
  readonly clientRequests: number;
  /** In a minute. */
  readonly addressRequests: number;
}

export function parseLimitSettings(text: SettingText): LimitSettings {
  const most = (name: SettingName) => parseWholeNumber(name, text(name), 0, 1_000_000_000);
  const window = (name: SettingName) => parseWholeNumber(name, text(name), 1, 86_400);
  return Object.freeze({
    clientFailures: most("limit_client_failures"),
    addressFailures: most("limit_address_failures"),
    anonymousRequests: most("limit_anonymous_requests"),
    windowSeconds: window("limit_window_seconds"),
    accountSignIns: most("limit_account_sign_ins"),
    addressSignIns: most("limit_address_sign_ins"),
    signInWindowSeconds: window("limit_sign_in_window_seconds"),
    clientRequests: most("limit_client_requests"),
    addressRequests: most("limit_address_requests"),
  });
}
