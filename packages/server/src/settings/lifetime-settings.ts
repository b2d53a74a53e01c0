import type { SettingName } from "./definitions.ts";
import { parseWholeNumber, type SettingText } from "./values.ts";

const DAY_SECONDS = 86_400;
const TEN_YEARS_SECONDS = 10 * 366 * DAY_SECONDS;

/** The lifetimes of tokens, sessions, consents and keys. */
export interface LifetimeSettings {
  readonly accessTokenSeconds: number;
  readonly codeSeconds: number;
  readonly refreshIdleSeconds: number;
  readonly refreshSeconds: number;
  readonly sessionIdleSeconds: number;
  readonly sessionSeconds: number;
  readonly consentSeconds: number;
  readonly jwksMaxAgeSeconds: number;
  readonly keyPropagationSeconds: number;
  readonly keyRotationSeconds: number;
}

export function parseLifetimeSettings(text: SettingText): LifetimeSettings {
  const within = (name: SettingName, least: number, most: number) =>
    parseWholeNumber(name, text(name), least, most);
  const seconds = (name: SettingName) => within(name, 1, TEN_YEARS_SECONDS);
  return {
    accessTokenSeconds: within("access_token_seconds", 1, DAY_SECONDS),
    codeSeconds: within("code_seconds", 1, 600),
    refreshIdleSeconds: seconds("refresh_idle_seconds"),
    refreshSeconds: seconds("refresh_seconds"),
    sessionIdleSeconds: seconds("session_idle_seconds"),
    sessionSeconds: seconds("session_seconds"),
    consentSeconds: seconds("consent_seconds"),
    jwksMaxAgeSeconds: within("jwks_max_age_seconds", 1, DAY_SECONDS),
    keyPropagationSeconds: within("key_propagation_seconds", 0, DAY_SECONDS),
    keyRotationSeconds: seconds("key_rotation_seconds"),
  };
}
