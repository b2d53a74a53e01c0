/**
 * What `@licet/engine` exports when it is installed: from stored data to a decision and its explanation. Inside the
 * repository, files are imported by their paths.
 */

// From facts to a decision.
export {
  answerCheck,
  type CheckAnswer,
  type CheckCase,
  type CheckContext,
  type CheckDenial,
  type CheckQuestion,
  contextFrom,
  getInstanceFacts,
  type InstanceReference,
  instanceKeyOf,
  instancesOf,
} from "./answer-check.ts";
// From data to facts.
export { assembleFacts, type FactLookups, type FactRequest, type PrincipalFacts } from "./assemble-facts.ts";
export { assignmentId } from "./assignment-id.ts";
export { type Caller, callerOf, type DescribedClient } from "./caller.ts";
export {
  type CompiledAssignment,
  createCompileAssignment,
  type PrincipalAssignments,
  type Target,
  toAssignment,
} from "./compiled-assignment.ts";
// Conditions.
export { checkCondition, compileCondition } from "./conditions/compile-condition.ts";
export type {
  Condition,
  ConditionDiagnostic,
  ConditionInputs,
  ConditionOutcome,
} from "./conditions/condition.ts";
export { InvalidConditionError } from "./conditions/invalid-condition-error.ts";
export {
  type Context,
  type Decision,
  type DenialReason,
  decide,
  type GrantPath,
  type Question,
} from "./decide.ts";
export {
  type DelegationLimits,
  decideScopes,
  type GrantedScope,
  type RefusedScope,
  type ScopeDecision,
  type ScopeRequest,
} from "./decide-scopes.ts";
export { describeInstance, MAX_INSTANCE_LEVELS } from "./describe-instance.ts";
export type {
  Assignment,
  CustomPermission,
  Grant,
  Instance,
  InstanceKey,
  LocalizedText,
  Membership,
  Resource,
  Role,
} from "./entities.ts";
// From a decision to its explanation.
export { type CheckExplanation, explainCheck } from "./explain/explain-check.ts";
export type { GrantPathExplanation, NearMiss, Suggestion } from "./explain/explanation.ts";
export { type ExplanationView, writeExplanation } from "./explain/write-explanation.ts";
export type { Ceiling, Facts, InstanceFacts } from "./facts.ts";
export { compileModel, type Model, type ModelData, type Permission } from "./model.ts";
export { type KnownContext, parseCheckContext, parseTime } from "./parse-check-context.ts";
export type { AskedQuestion } from "./question/asked-question.ts";
export { parseAskedQuestion } from "./question/parse-asked-question.ts";
export { parsePlainQuestion } from "./question/parse-plain-question.ts";
export { REFUSAL_REASONS, type RefusalReason } from "./refusal.ts";
// A copy of the data outside of the server: the lines of a snapshot, the changes, and what they make.
export {
  InvalidRecordError,
  parseBeat,
  parseChange,
  parseSnapshotLine,
} from "./replica/parse-record.ts";
export type * from "./replica/records.ts";
export { createReplica, type Replica, type ReplicaAnswer } from "./replica/replica.ts";
export {
  type DecidedClient,
  type DescribedUser,
  describeClient,
  describeGroup,
  describeUser,
  type Subject,
  type SubjectFacts,
  type SubjectReference,
  withAttributes,
} from "./subject.ts";

// Values.
export type { Attributes } from "./values/attributes.ts";
export { InvalidInputError, TooMuchWorkError } from "./values/invalid-input-error.ts";
export { isResourceName } from "./values/names.ts";
export {
  EVERY_USER,
  formatPrincipalKey,
  type PrincipalKey,
  type PrincipalType,
  parsePrincipalKey,
  principalId,
} from "./values/principal-key.ts";
export {
  type Clock,
  type EpochMilliseconds,
  type EpochSeconds,
  isExpired,
  systemClock,
  writeTime,
} from "./values/time.ts";
