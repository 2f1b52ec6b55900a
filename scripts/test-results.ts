import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** How one part ended. A part that has no results of its own counts as one check. */
export type Counts = { passed: number; failed: number; skipped: number }
export type TimedTest = { title: string; file: string; seconds: number; passed: boolean }
export type FailedTest = { title: string; file: string; message: string }
/** A test that did not run here, with its reason where it gives one. */
export type UnrunTest = { title: string; file: string; reason: string }
export type Results = Counts & {
  tests: TimedTest[]
  failures: FailedTest[]
  unrun: UnrunTest[]
  /** Tests that failed at first and passed when their file ran again, alone, with their first failure. */
  unsteady?: FailedTest[]
}

const MESSAGE_LINES = 8
/** What Vitest calls a test that it did not run. */
const UNRUN = new Set(['skipped', 'pending', 'todo', 'disabled'])

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: VitestFile[]
}
type VitestFile = { name: string; status: string; message?: string; assertionResults: VitestResult[] }
type VitestResult = {
  fullName: string
  status?: string
  duration?: number | null
  failureMessages?: string[] | null
  /** What `needs` of `crypto/testing` wrote. */
  meta?: { reason?: string }
}
type PlaywrightResult = { duration: number; error?: { message?: string } }
type PlaywrightAnnotation = { type: string; description?: string }
type PlaywrightTest = { status?: string; annotations?: PlaywrightAnnotation[]; results: PlaywrightResult[] }
type PlaywrightSpec = { title: string; file: string; tests: PlaywrightTest[] }
type PlaywrightSuite = { specs?: PlaywrightSpec[]; suites?: PlaywrightSuite[] }
type PlaywrightReport = {
  config: { rootDir: string }
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

/** What a command without results of its own says by its exit. */
export function readExit(exitCode: number): Results {
  return { passed: exitCode ? 0 : 1, failed: exitCode ? 1 : 0, skipped: 0, tests: [], failures: [], unrun: [] }
}

/** @param file JSON that Vitest wrote; missing when it broke down before. @param root files are named from here */
export function readVitest(file: string, root: string, exitCode: number): Results {
  const report = readReport(file) as VitestReport | undefined
  const files = report?.testResults ?? []
  // A file that cannot be loaded or prepared has failed, though it holds no failed test.
  const broken = files.filter(isBroken)
  return withCrash(exitCode, {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + broken.length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    tests: files.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration, status }) => ({
        title: fullName,
        file: path.relative(root, name),
        seconds: (duration ?? 0) / 1000,
        passed: status === 'passed',
      })),
    ),
    failures: [
      ...broken.map(({ name, message = '' }) => ({ title: 'the file', file: path.relative(root, name), message })),
      ...files.flatMap(({ name, assertionResults }) =>
        assertionResults.filter(hasFailed).map(({ fullName, failureMessages }) => ({
          title: fullName,
          file: path.relative(root, name),
          message: failureMessages?.[0] ?? '',
        })),
      ),
    ],
    unrun: files.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== undefined && UNRUN.has(status))
        .map(({ fullName, meta }) => ({
          title: fullName,
          file: path.relative(root, name),
          reason: meta?.reason ?? '',
        })),
    ),
  })
}

/** The same of Playwright. A test that passed only when it was tried again has failed. */
export function readPlaywright(file: string, root: string, exitCode: number): Results {
  const report = readReport(file) as PlaywrightReport | undefined
  const { expected, unexpected, flaky, skipped } = report?.stats ?? { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
  const specs = (report?.suites ?? []).flatMap(specsOf)
  const fromRoot = (name: string) => path.relative(root, path.resolve(report?.config.rootDir ?? root, name))
  return withCrash(exitCode, {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    tests: specs.flatMap(({ title, file: name, tests }) =>
      tests.map(({ status, results }) => ({
        title,
        file: fromRoot(name),
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        passed: status === 'expected',
      })),
    ),
    failures: specs.flatMap(({ title, file: name, tests }) => {
      const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky')
      return failed.map(({ results }) => ({
        title,
        file: fromRoot(name),
        message: results.find(({ error }) => error)?.error?.message ?? '',
      }))
    }),
    unrun: specs.flatMap(({ title, file: name, tests }) =>
      tests
        .filter(({ status }) => status === 'skipped')
        .map(({ annotations = [] }) => ({ title, file: fromRoot(name), reason: reasonIn(annotations) })),
    ),
  })
}

/** The slowest tests of all, the slowest first. */
export function slowest(tests: readonly TimedTest[], count: number): TimedTest[] {
  return tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, count)
}

/** More files than this do not fail because a machine was busy. */
const MAX_FILES_AGAIN = 8

/** The files to run a second time: those with failures, unless they are many or something failed outside of any file. */
export function filesToRunAgain({ failed, failures }: Results): string[] {
  const files = [...new Set(failures.map(({ file }) => file))]
  return failures.length === failed && files.length <= MAX_FILES_AGAIN ? files : []
}

/** A part whose `files` ran again, alone: the later results of these files count, and what had failed before and passed now is kept. */
export function withRunAgain(before: Results, again: Results, files: readonly string[]): Results {
  const ranOnce = ({ file }: { file: string }) => !files.includes(file)
  const ranAgain = ({ file }: { file: string }) => files.includes(file)
  const isAbandoned = again.failed > again.failures.length
  const recovered = before.failures.filter((failure) => !again.failures.some((later) => isSameTest(later, failure)))
  return {
    passed: before.passed - before.tests.filter(ranAgain).filter(({ passed }) => passed).length + again.passed,
    failed: again.failed,
    skipped: before.skipped - before.unrun.filter(ranAgain).length + again.skipped,
    tests: [...before.tests.filter(ranOnce), ...again.tests],
    // The first error is the one that came beside other work.
    failures: again.failures.map(
      (failure) => before.failures.find((earlier) => isSameTest(earlier, failure)) ?? failure,
    ),
    unrun: [...before.unrun.filter(ranOnce), ...again.unrun],
    unsteady: [...(before.unsteady ?? []), ...(isAbandoned ? [] : recovered)],
  }
}

function isSameTest(one: FailedTest, other: FailedTest): boolean {
  return one.file === other.file && one.title === other.title
}

/** One failure as the end of a run says it: where it is and how its message begins, without the colours of a terminal. */
export function describeFailure({ title, file, message }: FailedTest): string {
  const beginning = stripVTControlCharacters(message).trim().split('\n').slice(0, MESSAGE_LINES)
  return [`${file}  ${title}`, ...beginning.map((line) => `    ${line}`)].join('\n')
}

/** One test that did not run, as the end of a run says it. */
export function describeUnrun({ title, file, reason }: UnrunTest): string {
  return `${file}  ${title}: ${reason || 'no reason given'}`
}

function reasonIn(annotations: readonly PlaywrightAnnotation[]): string {
  return annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? ''
}

function isBroken({ status, assertionResults }: VitestFile): boolean {
  return status === 'failed' && !assertionResults.some(hasFailed)
}

function hasFailed({ status }: VitestResult): boolean {
  return status === 'failed'
}

function specsOf({ specs = [], suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** A part that ends badly, or ends well without having run anything, is a failure of its own. */
function withCrash(exitCode: number, results: Results): Results {
  const hasRun = results.passed + results.failed + results.skipped > 0
  return (exitCode && !results.failed) || !hasRun ? { ...results, failed: results.failed + 1 } : results
}

function readReport(file: string): unknown {
  if (!fs.existsSync(file)) return undefined
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
