import type { Entries } from "../plan/entries.ts";

/** A secret that is already stored changes nothing. A caller that may not set it must not learn that. */
export const hasGivenSecret = ({ applications, access_accounts }: Entries): boolean =>
  applications.some(({ client_secret }) => client_secret !== undefined) ||
  [...applications.flatMap((application) => application.access_accounts), ...access_accounts].some(
    ({ secret_key }) => secret_key !== undefined,
  );
