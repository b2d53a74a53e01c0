/**
 * How long an assertion of `private_key_jwt` may live, in seconds. Five minutes unless an application says otherwise;
 * some libraries make them for an hour. It bounds how long a spent identifier must be remembered.
 */
export const CLIENT_ASSERTION_LIFETIME_SECONDS = { min: 60, default: 300, max: 3_600 } as const;
