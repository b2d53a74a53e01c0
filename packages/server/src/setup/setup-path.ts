export const SETUP_PATH = "/setup";

/** The address of a setup link. The token is in the path, and the page that it leads to has another address. */
export const setupUrl = (baseUrl: string, token: string): string => `${baseUrl}${SETUP_PATH}/${token}`;
