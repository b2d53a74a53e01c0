/** Free data about a user, an application or an instance, as conditions see it. JSON values only. */
export type Attributes = Readonly<Record<string, unknown>>;
