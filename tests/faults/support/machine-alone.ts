/**
 * True under `npm run test:faults`. The test runner of Node sets this variable for `npm test`, where other tests run at
 * the same time: what takes a second alone may take ten beside them.
 */
export const hasMachineAlone = process.env.NODE_TEST_CONTEXT === undefined;
