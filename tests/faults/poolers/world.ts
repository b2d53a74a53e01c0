/** An application that asks, and one that administers. */
const secretOf = (client_id: string) => ({ client_id, client_secret: `${client_id}-secret`.padEnd(40, "-") });
export const REPORTS = secretOf("reports");
export const ADMINISTRATOR = secretOf("administrator");

const service = ({ client_id, client_secret }: typeof REPORTS) =>
  `  - { client_id: ${client_id}, client_secret: "${client_secret}", name: ${client_id}, type: service }`;

export const WORLD = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { read: { description: See orders }, write: { description: Change orders } }
applications:
${[REPORTS, ADMINISTRATOR].map(service).join("\n")}
assignments:
  - { principal: application:reports, permission: orders:read }
  - { principal: application:administrator, role: licet-administrator }
`;
