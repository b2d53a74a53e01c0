export interface StreamReader {
  readonly client_id: string;
  readonly client_secret: string;
}

/** Applications that may read streams. Each may have 64. */
export const createReaders = (count: number): readonly StreamReader[] =>
  Array.from({ length: count }, (_, index) => ({
    client_id: `reader-${index}`,
    client_secret: `the-secret-of-reader-${index}-and-no-more`,
  }));

export const stateOf = (readers: readonly StreamReader[]): string => `
resources:
  - { name: orders, identifier: https://orders.example.test, actions: { read: { description: See orders } } }
applications:
${readers
  .map(
    ({ client_id, client_secret }) =>
      `  - { client_id: ${client_id}, client_secret: ${client_secret}, name: ${client_id}, type: service, serves: [orders] }`,
  )
  .join("\n")}
`;

/** The headers of a request for a stream of revocations. */
export const revocationsHead = ({ client_id, client_secret }: StreamReader) => ({
  Authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`,
  Accept: "text/event-stream",
});
