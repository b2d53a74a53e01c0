/** An office of some hundred users: large enough that a list or a simulation takes as long as many checks. */

export const LOADER = { client_id: "loader", client_secret: "loader-secret-of-the-overload-experiment" };
export const USERS = 400;
export const ROLES = 20;

const userName = (user: number): string => `user-${user}`;

export const OFFICE = `
resources:
  - name: files
    identifier: https://files.example.test
    actions: { ${numbers(ROLES, (role) => `a${role}: { description: Action ${role} }`).join(", ")} }
roles:
${numbers(ROLES, (role) => `  - { name: role-${role}, grants: ["files:a${role}"] }`).join("\n")}
users:
${numbers(USERS, (user) => `  - { username: ${userName(user)} }`).join("\n")}
applications:
  - { client_id: ${LOADER.client_id}, client_secret: ${LOADER.client_secret}, name: Loader, type: service }
assignments:
  - { principal: application:loader, permission: licet:check }
  - { principal: application:loader, permission: licet:list }
  - { principal: application:loader, permission: licet:simulate }
  - { principal: application:loader, role: role-0 }
${numbers(USERS, (user) => `  - { principal: user:${userName(user)}, role: role-${user % ROLES} }\n  - { principal: user:${userName(user)}, role: role-${(user + 7) % ROLES} }`).join("\n")}
`;

function numbers(count: number, write: (index: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, index) => write(index));
}

/** One kind of request in the mix, with a text for each of several requests. */
export interface LoadKind {
  readonly name: "check" | "token" | "list" | "simulation";
  readonly weight: number;
  readonly requests: readonly string[];
}

/** Six requests in ten are checks. Lists and simulations are a fifth of the requests, and most of the work. */
export function describeMix(port: number, token: string): readonly LoadKind[] {
  const write = (path: string, body: string, type = "application/json", authorization = `Bearer ${token}`) =>
    [
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      ...(authorization === "" ? [] : [`Authorization: ${authorization}`]),
      `Content-Type: ${type}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n");
  const tokenForm = new URLSearchParams({ grant_type: "client_credentials", scope: "files:a0", ...LOADER });
  const simulation = (role: number) => ({ delete: [{ kind: "role", id: `role-${role}`, cascade: true }] });
  return [
    {
      name: "check",
      weight: 60,
      requests: numbers(USERS, (user) =>
        write(
          "/api/v1/check",
          JSON.stringify({ subject: `user:${userName(user)}`, permission: `files:a${user % ROLES}` }),
        ),
      ),
    },
    {
      name: "token",
      weight: 20,
      requests: [write("/oidc/token", tokenForm.toString(), "application/x-www-form-urlencoded", "")],
    },
    {
      name: "list",
      weight: 14,
      requests: numbers(ROLES, (role) =>
        write("/api/v1/list/subjects", JSON.stringify({ permission: `files:a${role}`, type: "user" })),
      ),
    },
    {
      name: "simulation",
      weight: 6,
      requests: numbers(ROLES - 1, (role) => write("/api/v1/simulate", JSON.stringify(simulation(role + 1)))),
    },
  ];
}
