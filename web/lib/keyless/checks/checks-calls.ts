import {
  answerTestRun,
  cancelTestRun,
  exportTestRun,
  followTestRun,
  leaveToFrame,
  listTestRuns,
  readTestRun,
  setNightlyTest,
  startTestRun,
} from './test-runs.ts'

/** The comprehensive test, for those of the operator's organisation who may run it. The server refuses others. */
export const checkCalls = {
  list: listTestRuns,
  read: readTestRun,
  start: startTestRun,
  leaveToFrame,
  answer: answerTestRun,
  cancel: cancelTestRun,
  follow: followTestRun,
  export: exportTestRun,
  setNightly: setNightlyTest,
}
