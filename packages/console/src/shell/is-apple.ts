/** Browsers have no better way to tell which modifier key shortcuts use. */
export const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);
