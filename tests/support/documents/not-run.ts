/** The commands of the documents that no test of the documents runs, each with the reason. */
export const NOT_RUN: readonly { readonly command: RegExp; readonly reason: string }[] = [
  { command: /^npm (test|run test:quick)\b/, reason: "runs this test" },
  { command: /^npm run bench\b/, reason: "takes minutes; tests/bench has its own tests" },
  {
    command: /^(npx openapi-typescript@|openapi-python-client |(go tool )?oapi-codegen )/,
    reason: "a program of others: tests/openapi/tools.test.ts and npm run test:clients run them",
  },
  {
    command: /^(kc\.sh |hydra list |AUTH0_EXPORT_IDENTIFIERS=|auth0 api )/,
    reason: "needs the system that is moved from; examples/move has what it would print",
  },
  {
    command: /^licet serve --host 0\.0\.0\.0 /,
    reason: "needs a PostgreSQL of this name; tests/flows/start.test.ts starts such servers",
  },
  {
    command: /^(source <\(licet completion |licet completion fish >)/,
    reason:
      "changes the shell of the reader; cli/help/completion-command.test.ts runs the script in a real bash",
  },
  {
    command: /^ISSUER=/,
    reason: "runs until it is stopped; tests/browser/example-shop.test.ts starts the shop by itself",
  },
  {
    command: /^(npx licet|npm install --global licet)$/,
    reason: "installs the package; tests/packages/licet.test.ts installs it as it is packed, and uses it",
  },
  {
    command: /^npm install @licet\//,
    reason: "installs the packages; tests/packages/libraries.test.ts installs them as they are packed",
  },
  {
    command: /^(npm run example -- |curl -i http:\/\/127\.0\.0\.1:4100\/)/,
    reason: "runs until it is stopped; examples/examples.test.ts starts every example, and calls it",
  },
  {
    command: /^curl .*http:\/\/127\.0\.0\.1:3000\//,
    reason:
      "calls an API of the reader; tests/flows/sdk/protect-an-api-guide.test.ts starts it, and calls it",
  },
  {
    command: /^REPORTS_SECRET=/,
    reason: "runs a program of the guide; tests/flows/sdk/guides.test.ts runs it",
  },
  {
    command:
      /^(npm (run build$|pack |install --global --prefix \/opt\/licet )|(tar|mv) .*\blicet-0\.1\.0\.tgz)/,
    reason:
      "needs the package, takes a minute, and installs for the whole machine; npm run test:deploy does the same in a folder",
  },
  {
    command: /^(podman|docker compose|kubectl) /,
    reason:
      "needs a container engine or a cluster; npm run test:deploy runs what these files say without one",
  },
  {
    command:
      /^(cd deploy\/compose|\.\/create-secrets\.sh|cat fullchain\.pem|chmod 0444|export LICET_BASE_URL)/,
    reason: "makes secrets in the clone; npm run test:deploy runs the script in a folder of its own",
  },
  {
    command: /^(install |systemctl |systemd-sysusers|runuser |\(umask 077|LICET_DATABASE_URL_FILE=)/,
    reason: "changes the machine; npm run test:deploy reads these files with systemd-analyze",
  },
];
