export const RESET_PATH = "/reset-password";

/** The page on which somebody chooses a new password, for whoever has the token. */
export const resetPath = (token: string): string => `${RESET_PATH}?token=${encodeURIComponent(token)}`;
