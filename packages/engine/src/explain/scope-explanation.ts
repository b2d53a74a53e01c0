import type { ScopeRequest } from "../decide-scopes.ts";
import type { RefusalReason } from "../refusal.ts";
import type { EpochSeconds } from "../values/time.ts";
import type { GrantPathExplanation, NearMiss, Suggestion } from "./explanation.ts";

export type {
  Blocker,
  GrantPathExplanation,
  NearMiss,
  SuggestedAssignment,
  Suggestion,
} from "./explanation.ts";

export interface ExplanationRequest extends ScopeRequest {
  /** The names of all roles, so that those that would help can be named. */
  readonly roles?: readonly string[];
}

export type ScopeExplanation = GrantedExplanation | RefusedExplanation;

export interface GrantedExplanation {
  readonly granted: true;
  readonly scope: string;
  /** The item that was asked for: another than `scope` when that was a `*`. */
  readonly asked: string;
  /** Absent for the items of OpenID Connect, which need no permission. */
  readonly via?: GrantPathExplanation;
  readonly until?: EpochSeconds;
}

export interface RefusedExplanation {
  readonly granted: false;
  readonly scope: string;
  readonly asked: string;
  readonly reason: RefusalReason;
  readonly nearMisses: readonly NearMiss[];
  readonly suggestions: readonly Suggestion[];
}
