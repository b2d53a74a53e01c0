/** The configuration of most tests without users. The secrets are long enough to be accepted, and plainly not real. */

export const REPORTS = { client_id: "reports", client_secret: "reports-secret-of-the-tests-and-no-more" };
export const ORDERS_API = { client_id: "orders-api", client_secret: "orders-api-secret-orders-api-secret" };
export const OTHER = { client_id: "other", client_secret: "other-secret-other-secret-other-secret" };
export const KEY = { client_id: "ak_reports", client_secret: "ak-reports-secret-key-ak-reports-secret" };

/** The redirect URI of every client that may push a request. */
export const PUSH_CALLBACK = "https://push.example.test/callback";

export const SHOP = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { read: { description: See orders }, write: { description: Change orders }, refund: { description: Give money back } }
  - name: stock
    identifier: https://stock.example.test
    signing_alg: RS256
    actions: { read: { description: See what is left }, count: { description: Count again } }
  - name: payroll
    identifier: https://payroll.example.test
    signing_alg: EdDSA
    actions: { read: { description: See salaries } }
permissions:
  - { name: billing_admin, description: Everything about bills }
roles:
  - { name: viewer, grants: [orders:read] }
  - name: clerk
    inherits: [viewer]
    grants: [{ permission: orders:write, when: 'request.ip.inNetwork("127.0.0.0/8")' }, { permission: orders:refund, when: 'request.ip == "192.0.2.1"' }]
applications:
  - client_id: ${REPORTS.client_id}
    client_secret: ${REPORTS.client_secret}
    name: Nightly reports
    type: service
    redirect_uris: [${PUSH_CALLBACK}]
    access_accounts: [{ access_key: ${KEY.client_id}, secret_key: ${KEY.client_secret}, ceiling: [orders:read] }]
  - client_id: ${ORDERS_API.client_id}
    client_secret: ${ORDERS_API.client_secret}
    name: The orders API
    type: service
    redirect_uris: [${PUSH_CALLBACK}]
    serves: [orders]
  - { client_id: ${OTHER.client_id}, client_secret: ${OTHER.client_secret}, name: Somebody else, type: service }
  - { client_id: phone, name: A phone, type: native, redirect_uris: ["http://127.0.0.1/callback"] }
assignments:
  - { principal: application:reports, role: clerk }
  - { principal: application:reports, permission: stock:read }
  - { principal: application:reports, permission: billing_admin }
  - { principal: application:reports, permission: stock:count, at: stock/7 }
`;
