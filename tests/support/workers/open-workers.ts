import { lockForWorkers } from "../../../packages/server/src/storage/lock-for-workers.ts";
import type { OwnAnswers, WorkerGroup } from "../../../packages/server/src/workers/parent-link.ts";

/** What a worker in the process of a test is opened with. */
export interface WorkerIdentity {
  readonly serverId: string;
  readonly group: WorkerGroup;
}

export interface OpenedWorkers {
  readonly identities: readonly WorkerIdentity[];
  /** Frees the database for another server. Only after the last worker is closed. */
  release(): void;
}

interface Member {
  readonly number: number;
  own?: OwnAnswers;
}

/**
 * The part of the parent in `licet serve --workers N`, for workers in the process of a test: the lock of an SQLite file,
 * and the messages between workers.
 */
export function openWorkers(databaseUrl: string, count: number): OpenedWorkers {
  const { serverId, release } = lockForWorkers(databaseUrl, { pid: process.pid });
  const members: readonly Member[] = Array.from({ length: count }, (_, index) => ({ number: index + 1 }));
  const identities = members.map((member) => ({ serverId, group: createGroup(member, members) }));
  return { identities, release };
}

function createGroup(member: Member, members: readonly Member[]): WorkerGroup {
  const others = members.filter((each) => each !== member);
  return {
    siblings: {
      async catchUp(revision) {
        // A rejected promise: this worker cannot read the database, and answers nothing until it can.
        await Promise.all(others.map(({ own }) => own?.catchUp(revision).catch(() => undefined)));
      },
    },
    answerWith(own) {
      member.own = own;
    },
    async findNotReady() {
      const reasons = await Promise.all(others.map(({ own }) => own?.checkReadiness()));
      return reasons.find((reason) => reason !== undefined);
    },
    async collectMetrics() {
      const workers = members.map(async ({ number, own }) => ({
        number,
        stops: false,
        readings: (await own?.readMetrics()) ?? [],
      }));
      return { ended: [], workers: await Promise.all(workers) };
    },
  };
}
