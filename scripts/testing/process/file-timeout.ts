/** Only a file that hangs reaches this limit, also on a machine that does much else. */
export const FILE_TIMEOUT_MILLISECONDS = 400_000;
