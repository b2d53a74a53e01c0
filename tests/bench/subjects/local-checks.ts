/**
 * One round of the row `local_checks`, in a process of its own: loads the generated snapshot as from a server, asks about
 * every user in turn, and prints what it measured as JSON. Needs --expose-gc.
 */
import { createLocalChecker } from "../../../packages/sdk/src/local/index.ts";
import {
  ACTIONS,
  actionName,
  createQuestions,
  inheritedRole,
  permissionName,
  RESOURCE_NAMES,
  ROLES,
  ROLES_PER_USER,
  roleName,
  rolesOf,
  userId,
} from "../permission-population.ts";

/** Shorter than the bound of a copy: beats are read in between. */
const SLICE_MILLISECONDS = 200;
const CHUNK_CHARACTERS = 65_536;

const [users = 0, seconds = 1] = process.argv.slice(2).map(Number);
const chunks = writeSnapshot();
const questions = createQuestions(users).map(({ subject, permission, allowed }) => ({
  question: { subject, permission },
  allowed,
}));

gc?.();
const heapBefore = process.memoryUsage().heapUsed;
const cpuBefore = process.cpuUsage();
const startedAt = performance.now();
const checker = createLocalChecker({
  issuer: "https://licet.example.test",
  token: "token",
  fetch: async (url) => (String(url).includes("/snapshot") ? sendSnapshot() : sendBeats()),
});
await checker.ready();
const loadMilliseconds = performance.now() - startedAt;
const loadCpuMilliseconds = cpuMilliseconds(cpuBefore);
gc?.();
const bytesPerAssignment = (process.memoryUsage().heapUsed - heapBefore) / (users * ROLES_PER_USER);

await ask(seconds / 2);
const { checks, cpuMilliseconds: spent } = await ask(seconds);
console.log(
  JSON.stringify({
    checkMicroseconds: (spent * 1_000) / checks,
    bytesPerAssignment,
    loadMilliseconds,
    loadCpuMilliseconds,
  }),
);
await checker.close();

async function ask(forSeconds: number) {
  const cpu = process.cpuUsage();
  const end = performance.now() + forSeconds * 1_000;
  let checks = 0;
  while (performance.now() < end) {
    const sliceEnd = performance.now() + SLICE_MILLISECONDS;
    while (performance.now() < sliceEnd) {
      for (let count = 0; count < 1_000; count += 1) {
        const { question, allowed } = questions[checks % users] as (typeof questions)[number];
        const answer = checker.check(question);
        if (answer.allowed !== allowed)
          throw new Error(`a wrong answer: ${JSON.stringify({ question, answer })}`);
        checks += 1;
      }
    }
    // Until the beats that came meanwhile are read.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return { checks, cpuMilliseconds: cpuMilliseconds(cpu) };
}

function cpuMilliseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

function writeSnapshot(): readonly Uint8Array[] {
  const encoder = new TextEncoder();
  const written: Uint8Array[] = [];
  let text = "";
  const add = (line: object) => {
    text += `${JSON.stringify(line)}\n`;
    if (text.length < CHUNK_CHARACTERS) return;
    written.push(encoder.encode(text));
    text = "";
  };
  const everyUser = Array.from({ length: users }, (_, user) => user);
  add({ kind: "snapshot", revision: 1, reads: [], usernames: false });
  add({
    kind: "model",
    resources: RESOURCE_NAMES.map((name) => ({
      name,
      actions: Array.from({ length: ACTIONS }, (_, action) => actionName(action)),
    })),
    permissions: [],
    roles: Array.from({ length: ROLES }, (_, role) => {
      const inherited = inheritedRole(role);
      return {
        name: roleName(role),
        inherits: inherited === undefined ? [] : [roleName(inherited)],
        grants: [{ permission: permissionName(role) }],
      };
    }),
    nesting: [],
  });
  for (const user of everyUser) add({ kind: "user", id: userId(user), enabled: true });
  for (const user of everyUser) {
    const assignments = rolesOf(user).map((role) => ({ role: roleName(role) }));
    add({ kind: "principal", key: `user:${userId(user)}`, assignments });
  }
  add({ kind: "end", records: 2 * users + 1 });
  written.push(encoder.encode(text));
  return written;
}

function sendSnapshot(): Response {
  let next = 0;
  return new Response(
    new ReadableStream({
      pull(controller) {
        const chunk = chunks[next];
        next += 1;
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    }),
  );
}

function sendBeats(): Response {
  const encoder = new TextEncoder();
  const begun = performance.now();
  let timer: NodeJS.Timeout;
  return new Response(
    new ReadableStream({
      start(controller) {
        const beat = () => {
          const data = JSON.stringify({ revision: 1, elapsed: performance.now() - begun });
          controller.enqueue(encoder.encode(`event: beat\ndata: ${data}\n\n`));
        };
        beat();
        timer = setInterval(beat, 100);
      },
      cancel: () => clearInterval(timer),
    }),
  );
}
