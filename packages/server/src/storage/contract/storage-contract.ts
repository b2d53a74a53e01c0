import { describe } from "node:test";
import { attemptCases } from "./cases/attempt-cases.ts";
import { auditCases } from "./cases/audit-cases.ts";
import { changeEventCases } from "./cases/change-event-cases.ts";
import { consentCases } from "./cases/consent-cases.ts";
import { consoleCases } from "./cases/console-cases.ts";
import { delegationCases } from "./cases/delegation-cases.ts";
import { directoryCases } from "./cases/directory-cases.ts";
import { directoryFilterCases } from "./cases/directory-filter-cases.ts";
import { directorySearchCases } from "./cases/directory-search-cases.ts";
import { directorySortCases } from "./cases/directory-sort-cases.ts";
import { directoryUseCases } from "./cases/directory-use-cases.ts";
import { directoryWorkCases } from "./cases/directory-work-cases.ts";
import { endAccessCases } from "./cases/end-access-cases.ts";
import { feedCases } from "./cases/feed-cases.ts";
import { holdCases } from "./cases/hold-cases.ts";
import { interactionCases } from "./cases/interaction-cases.ts";
import { limitCases } from "./cases/limit-cases.ts";
import { logoCases } from "./cases/logo-cases.ts";
import { logoutDeliveryCases } from "./cases/logout-delivery-cases.ts";
import { managementCases } from "./cases/management-cases.ts";
import { oneTimeCases } from "./cases/one-time-cases.ts";
import { readCases } from "./cases/read-cases.ts";
import { registrationCases } from "./cases/registration-cases.ts";
import { reservedNameCases } from "./cases/reserved-name-cases.ts";
import { rootKeyCases } from "./cases/root-key-cases.ts";
import { searchCases } from "./cases/search-cases.ts";
import { sessionCases } from "./cases/session-cases.ts";
import { signInNameCases } from "./cases/sign-in-name-cases.ts";
import { startCases } from "./cases/start-cases.ts";
import { stateCases } from "./cases/state-cases.ts";
import { sweepCases } from "./cases/sweep-cases.ts";
import { versionCases } from "./cases/version-cases.ts";
import type { Subject } from "./subject.ts";

/** Each case has its own database and mostly waits for it. */
const CASES_AT_A_TIME = 3;

/** The behaviour that every engine must have. A new engine is complete when these tests pass. */
export function storageContract(subject: Subject): void {
  describe(`storage on ${subject.engine}`, { concurrency: CASES_AT_A_TIME }, () => {
    startCases(subject);
    stateCases(subject);
    reservedNameCases(subject);
    signInNameCases(subject);
    changeEventCases(subject);
    versionCases(subject);
    readCases(subject);
    directoryCases(subject);
    directoryFilterCases(subject);
    directorySearchCases(subject);
    directorySortCases(subject);
    directoryWorkCases(subject);
    directoryUseCases(subject);
    managementCases(subject);
    searchCases(subject);
    oneTimeCases(subject);
    rootKeyCases(subject);
    sessionCases(subject);
    attemptCases(subject);
    limitCases(subject);
    delegationCases(subject);
    interactionCases(subject);
    holdCases(subject);
    consentCases(subject);
    registrationCases(subject);
    endAccessCases(subject);
    logoutDeliveryCases(subject);
    logoCases(subject);
    consoleCases(subject);
    sweepCases(subject);
    auditCases(subject);
    feedCases(subject);
  });
}
