import type { NumberSetting } from "./definitions.ts";
import { parseWholeNumber, type SettingText } from "./values.ts";

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
  const seconds = (name: NumberSetting) => parseWholeNumber(name, text(name));
  return {
    accessTokenSeconds: seconds("access_token_seconds"),
    codeSeconds: seconds("code_seconds"),
    refreshIdleSeconds: seconds("refresh_idle_seconds"),
    refreshSeconds: seconds("refresh_seconds"),
    sessionIdleSeconds: seconds("session_idle_seconds"),
    sessionSeconds: seconds("session_seconds"),
    consentSeconds: seconds("consent_seconds"),
    jwksMaxAgeSeconds: seconds("jwks_max_age_seconds"),
    keyPropagationSeconds: seconds("key_propagation_seconds"),
    keyRotationSeconds: seconds("key_rotation_seconds"),
  };
}
