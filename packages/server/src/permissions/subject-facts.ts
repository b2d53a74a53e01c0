import type { InstanceKey } from "@licet/engine/internal/entities.ts";
import {
  type Subject,
  type SubjectFacts,
  type SubjectReference,
  withAttributes,
} from "@licet/engine/internal/subject.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { ChangeFeed } from "../core/feed/change-feed.ts";
import type { FactSource } from "./fact-source.ts";
import { retryUntilStable } from "./retry-until-stable.ts";
import type { SubjectSource } from "./subjects.ts";

/** At once when everything is cached, which is the usual case and costs no promise. */
export type GatherSubjectFacts = (
  reference: SubjectReference,
  instances: readonly InstanceKey[],
) => SubjectFacts | Promise<SubjectFacts>;

/** What questions about permissions are answered from. */
export interface PermissionSources {
  readonly factSource: FactSource;
  readonly subjects: SubjectSource;
  readonly feed: ChangeFeed;
  readonly clock: Clock;
}

export function createGatherSubjectFacts(dependencies: Omit<PermissionSources, "clock">): GatherSubjectFacts {
  const { factSource, subjects, feed } = dependencies;

  function factsAbout(
    subject: Subject | undefined,
    { attributes }: SubjectReference,
    instances: readonly InstanceKey[],
  ): SubjectFacts | Promise<unknown> {
    if (!subject) return { denial: "unknown_subject", revision: feed.revision };
    if (!subject.enabled) return { denial: "subject_disabled", revision: feed.revision };
    const facts = factSource.gatherCached({ subject: withAttributes(subject, attributes), instances });
    return facts instanceof Promise ? facts : { facts };
  }

  /** The revision is read first: the subject may be as it was at that revision. */
  const lookUp = ({ type, id }: SubjectReference): Lookup => ({
    revision: feed.revision,
    subject: subjects.find(type, id),
  });

  async function gather(
    reference: SubjectReference,
    instances: readonly InstanceKey[],
    begun?: Lookup,
  ): Promise<SubjectFacts> {
    let lookup = begun;
    return retryUntilStable(async () => {
      const { revision, subject } = lookup ?? lookUp(reference);
      lookup = undefined;
      const gathered = factsAbout(await subject, reference, instances);
      if (gathered instanceof Promise) await gathered;
      // Otherwise the subject may be as it was before a change that the facts know already.
      else if (feed.revision === revision) return gathered;
      return undefined;
    });
  }

  return (reference, instances) => {
    const { revision } = feed;
    const subject = subjects.find(reference.type, reference.id);
    if (subject instanceof Promise) return gather(reference, instances, { revision, subject });
    const gathered = factsAbout(subject, reference, instances);
    return gathered instanceof Promise ? gathered.then(() => gather(reference, instances)) : gathered;
  };
}

interface Lookup {
  readonly revision: number;
  readonly subject: ReturnType<SubjectSource["find"]>;
}
