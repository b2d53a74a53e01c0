/** The identifier of Licet's own API as a resource: the audience of the tokens for it. */
export const ownApiOf = (issuer: string): string => `${issuer}/api/v1`;

/** Whether a token for this audience is for endpoints of Licet itself. */
export const isOwnAudience = (audience: string, issuer: string): boolean =>
  audience === issuer || audience === ownApiOf(issuer);
