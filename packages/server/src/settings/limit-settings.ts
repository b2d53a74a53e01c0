import type { NumberSetting } from "./definitions.ts";
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
  const parse = (name: NumberSetting) => parseWholeNumber(name, text(name));
  return Object.freeze({
    clientFailures: parse("limit_client_failures"),
    addressFailures: parse("limit_address_failures"),
    anonymousRequests: parse("limit_anonymous_requests"),
    windowSeconds: parse("limit_window_seconds"),
    accountSignIns: parse("limit_account_sign_ins"),
    addressSignIns: parse("limit_address_sign_ins"),
    signInWindowSeconds: parse("limit_sign_in_window_seconds"),
    clientRequests: parse("limit_client_requests"),
    addressRequests: parse("limit_address_requests"),
  });
}
