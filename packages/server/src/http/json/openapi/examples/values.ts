/** Values that several examples share, from the demo's world. */

export const ID = {
  user: "usr_tjf03f87waeix8aka8zxgx6t",
  assignment: "asg_fa5oin6slu9e75opk7iedghn",
  secret: "sec_vw0t5ya30f6da5dt42d5sfqe",
  session: "ses_7fq2v0yxk1m3r9tdc84wzj6b",
  node: "nod_9b14k1min3cnx2vjhr9mxerv",
} as const;

export const TIMES = { created_at: "2026-11-15T08:30:00Z", updated_at: "2026-11-16T17:05:00Z" } as const;
export const LATER = "2027-12-31T23:59:59Z";

/** A stored entity in an answer. */
export const stored = <Members extends object>(id: string, members: Members) => ({
  id,
  ...members,
  version: 7,
  ...TIMES,
});

export const without = <Members extends object, Name extends keyof Members>(
  members: Members,
  name: Name,
): Omit<Members, Name> => {
  const { [name]: _, ...rest } = members;
  return rest;
};
