/**
 * What `@licet/engine` promises: from stored data to a decision and its explanation. Its README names each function.
 * The packages of Licet import files by their paths, at `@licet/engine/internal/…`, which may change with every version.
 */

// From facts to a decision.
export {
  answerCheck,
  type CheckAnswer,
  type CheckCase,
  type CheckContext,
  type CheckDenial,
  type CheckQuestion,
  type InstanceReference,
} from "./answer-check.ts";
// From data to facts.
export { assembleFacts, type FactLookups, type FactRequest, type PrincipalFacts } from "./assemble-facts.ts";
export {
  type CompiledAssignment,
  createCompileAssignment,
  type PrincipalAssignments,
  type Target,
} from "./compiled-assignment.ts";
// Conditions.
export { checkCondition, compileCondition } from "./conditions/compile-condition.ts";
export type {
  Condition,
  ConditionDiagnostic,
  ConditionInputs,
  ConditionOutcome,
  ConditionReads,
} from "./conditions/condition.ts";
export type { WorkBudget, WorkMeter } from "./conditions/evaluate/work.ts";
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
export type {
  Assignment,
  CustomPermission,
  Grant,
  InstanceKey,
  LocalizedText,
  Membership,
  Resource,
  Role,
} from "./entities.ts";
// From a decision to its explanation.
export { type CheckExplanation, explainCheck } from "./explain/explain-check.ts";
export type { GrantPathExplanation, NearMiss, Suggestion } from "./explain/explanation.ts";
export type { MayReveal } from "./explain/suggest-for-check.ts";
export type { Ceiling, Facts, InstanceFacts } from "./facts.ts";
export { compileModel, type Model, type ModelData, type Permission } from "./model.ts";
export type { RefusalReason } from "./refusal.ts";
export {
  type DecidedClient,
  type DescribedUser,
  describeClient,
  describeGroup,
  describeUser,
  type Subject,
  type SubjectFacts,
  type SubjectReference,
} from "./subject.ts";
// Values.
export type { AccessTokenType } from "./values/access-token-type.ts";
export type { SigningAlgorithm } from "./values/algorithms.ts";
export type { Attributes } from "./values/attributes.ts";
export { TooMuchWorkError } from "./values/invalid-input-error.ts";
export type { PrincipalKey, PrincipalType } from "./values/principal-key.ts";
export { parseScopeItem, type ScopeItem } from "./values/scope.ts";
export { type Clock, type EpochMilliseconds, type EpochSeconds, systemClock } from "./values/time.ts";
