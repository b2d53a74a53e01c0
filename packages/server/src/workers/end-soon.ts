/** The requests that have arrived get their 503. */
const ANSWERED_WITHIN_MILLISECONDS = 500;

/** For a server whose database is not the one any more that it knows: nothing is written or closed at its end. */
export const endSoon = (end: () => void): void => void setTimeout(end, ANSWERED_WITHIN_MILLISECONDS);
