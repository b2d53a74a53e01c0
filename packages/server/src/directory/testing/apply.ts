import { createSecretHasher } from "../../accounts/secret.ts";
import { type AppliedState, applyConfigurationFile } from "../../files/apply-configuration-file.ts";
import type { Actor } from "../change.ts";
import type { PlannerDependencies } from "../plan/plan-changes.ts";
import type { StateStore } from "../stores.ts";

export const NOW = Date.UTC(2026, 0, 1) / 1000;

/** These tests replace the condition parser: the word `oops` is an error, and every other condition is valid. */
export const dependencies: PlannerDependencies = {
  hashSecret: createSecretHasher(new Uint8Array(32)).hash,
  isRefusedCredential: () => false,
  checkCondition: (source) =>
    source.split("\n").flatMap((text, index) => {
      const column = text.indexOf("oops") + 1;
      return column === 0 ? [] : [{ message: 'unknown name "oops"', line: index + 1, column }];
    }),
  clock: { seconds: () => NOW, milliseconds: () => NOW * 1000 },
};

export const actor: Actor = { name: "file:state.yaml", at: NOW * 1000 };

export const apply = (store: StateStore, text: string): Promise<AppliedState> =>
  applyConfigurationFile({ text, fileName: "state.yaml", store, actor, dependencies });
