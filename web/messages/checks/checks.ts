import type { CheckAdvice } from '#contract/checks/check-advice.ts'
import {
  type CheckCategory,
  type CheckId,
  type CheckSeverity,
  type CheckStatus,
  SKIP_REASONS,
  type SkipReason,
} from '#contract/checks/checks.ts'
import { formatCount } from '#web/lib/format.ts'
import { pageWords } from '../languages/page-words.ts'
import { checkAdvice } from './check-advice.ts'
import { checkNames } from './check-names.ts'

const CATEGORY: Record<CheckCategory, string> = {
  navigation: 'Navigation',
  authentication: 'Authentication',
  database: 'Database',
  mobile: 'Mobile',
  payments: 'Payments',
  email: 'Email',
  docs: 'Docs',
  integrations: 'Integrations',
  security: 'Security',
}
const SEVERITY: Record<CheckSeverity, string> = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' }
const STATUS: Record<CheckStatus, string> = {
  running: 'Running',
  passed: 'Passed',
  failed: 'Failed',
  skipped: 'Skipped',
}

/** The comprehensive test. Its checks and reasons are named in `contract/checks/checks.ts`. */
export const checks = pageWords('checks', {
  title: 'Comprehensive Test',
  lead: 'Checks of this server that are really made, each time you run them. What could not be checked is shown apart and never counts as passed.',
  run: (count: number) => `Run all ${formatCount(count)}`,
  cancel: 'Cancel run',
  cancelled: 'The run was cancelled',
  export: 'Export',
  frame: 'A page that the test looks at',
  toasts: {
    started: 'Test Suite Started',
    startedText: 'You can leave this page; the run continues.',
    completed: 'Test Suite Completed',
    exported: 'Results Exported',
  },
  loading: 'Loading test runs',
  failed: 'The test runs could not be loaded',
  retry: 'Retry',
  failedAct: 'Nothing was changed',
  runsAlready: 'The test runs already.',
  none: 'It has not run yet',
  gone: 'This run is not kept any longer',
  goneText: 'Only the newest runs are kept. Choose another one above.',
  noneText: 'A run takes up to two minutes and changes nothing of yours. Signing in may be slower meanwhile.',
  by: {
    person: (who: string) => `run by ${who}`,
    someone: 'run by somebody who has left',
    schedule: 'run by the nightly schedule',
    command: 'run from the command line',
  },
  took: (seconds: number) => (seconds === 1 ? 'took 1 second' : `took ${formatCount(seconds)} seconds`),
  version: (version: string, build: string) => `version ${version}, build ${build}`,
  summary: {
    title: 'Result',
    passed: 'passed',
    failed: 'failed',
    skipped: 'skipped, not counted as passed',
    progress: (percent: number) => `${formatCount(percent)} % done`,
    bar: (passed: number, failed: number, skipped: number) =>
      `${formatCount(passed)} passed, ${formatCount(failed)} failed, ${formatCount(skipped)} skipped`,
    cancelled: 'This run was cancelled. It says nothing about what it did not reach.',
    before: (passed: number, failed: number, skipped: number) =>
      `compared with: ${formatCount(passed)} passed, ${formatCount(failed)} failed, ${formatCount(skipped)} skipped`,
  },
  categories: {
    notRun: 'not in this run',
    run: (category: string) => `Run ${category} alone`,
    title: 'Categories',
    all: 'All categories',
    name: (category: CheckCategory) => CATEGORY[category],
    count: (passed: number, all: number) => `${formatCount(passed)} of ${formatCount(all)}`,
  },
  results: {
    found: (name: string, count: number) => `${name}, ${formatCount(count)}`,
    title: 'Results',
    show: 'Show',
    all: (count: number) => `All ${formatCount(count)}`,
    failed: (count: number) => `Failed ${formatCount(count)}`,
    skipped: (count: number) => `Skipped ${formatCount(count)}`,
    passed: (count: number) => `Passed ${formatCount(count)}`,
    changed: (count: number) => `Changed ${formatCount(count)}`,
    search: 'Search checks',
    clear: 'Clear search',
    none: 'No check is in this list',
    columns: { id: 'Id', check: 'Check', severity: 'Severity', state: 'State', took: 'Took' },
    was: (status: CheckStatus) => `was ${STATUS[status].toLowerCase()} in the other run`,
    ms: (ms: number) => `${formatCount(ms)} ms`,
  },
  history: {
    title: 'Runs',
    compare: 'Compared with',
    nothing: 'no run of the same checks',
    only: (categories: string) => `${categories} alone`,
    choose: 'Run shown',
    cancelled: (found: string) => `${found}, cancelled`,
    nightly: 'Run each night',
    nightlyOn: 'It runs each night, at 03:23 UTC',
    nightlyOff: 'It does not run at night',
  },
  severity: (severity: CheckSeverity) => SEVERITY[severity],
  status: (status: CheckStatus) => STATUS[status],
  reason: (reason: SkipReason) => SKIP_REASONS[reason],
  advice: (advice: CheckAdvice) => checkAdvice[advice],
  name: (id: CheckId) => checkNames[id],
})
