import { describe } from "node:test";
import { attemptCases } from "./attempt-cases.ts";
import { auditCases } from "./audit-cases.ts";
import { changeEventCases } from "./change-event-cases.ts";
import { consentCases } from "./consent-cases.ts";
import { consoleCases } from "./console-cases.ts";
import { delegationCases } from "./delegation-cases.ts";
import { directoryCases } from "./directory-cases.ts";
import { directoryFilterCases } from "./directory-filter-cases.ts";
import { directorySearchCases } from "./directory-search-cases.ts";
import { directoryUseCases } from "./directory-use-cases.ts";
import { endAccessCases } from "./end-access-cases.ts";
import { feedCases } from "./feed-cases.ts";
import { holdCases } from "./hold-cases.ts";
import { interactionCases } from "./interaction-cases.ts";
import { limitCases } from "./limit-cases.ts";
import { logoCases } from "./logo-cases.ts";
import { logoutDeliveryCases } from "./logout-delivery-cases.ts";
import { managementCases } from "./management-cases.ts";
import { oneTimeCases } from "./one-time-cases.ts";
import { readCases } from "./read-cases.ts";
import { registrationCases } from "./registration-cases.ts";
import { reservedNameCases } from "./reserved-name-cases.ts";
import { rootKeyCases } from "./root-key-cases.ts";
import { searchCases } from "./search-cases.ts";
import { sessionCases } from "./session-cases.ts";
import { signInNameCases } from "./sign-in-name-cases.ts";
import { startCases } from "./start-cases.ts";
import { stateCases } from "./state-cases.ts";
import type { Subject } from "./subject.ts";
import { sweepCases } from "./sweep-cases.ts";
import { versionCases } from "./version-cases.ts";

/** Each has a database of its own, and mostly waits for it. */
const CASES_AT_A_TIME = 3;

/** What every engine must do. A new engine is done when this passes. */
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
