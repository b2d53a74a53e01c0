export const RESET_PATH = "/reset-password";

/** The page on which a holder of the token chooses a new password. */
export const resetPath = (token: string): string => `${RESET_PATH}?token=${encodeURIComponent(token)}`;
