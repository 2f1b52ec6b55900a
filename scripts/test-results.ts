import fs from 'node:fs'
import path from 'node:path'

/** How one part ended. A part that has no results of its own counts as one check. */
export type Counts = { passed: number; failed: number; skipped: number }
export type TimedTest = { title: string; file: string; seconds: number }
export type Results = Counts & { tests: TimedTest[] }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; assertionResults: { fullName: string; duration?: number | null }[] }[]
}
type PlaywrightSpec = { title: string; file: string; tests: { results: { duration: number }[] }[] }
type PlaywrightSuite = { specs?: PlaywrightSpec[]; suites?: PlaywrightSuite[] }
type PlaywrightReport = {
  config: { rootDir: string }
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

/** What a command without results of its own says by its exit. */
export function readExit(exitCode: number): Results {
  return { passed: exitCode ? 0 : 1, failed: exitCode ? 1 : 0, skipped: 0, tests: [] }
}

/** @param file JSON that Vitest wrote; missing when it broke down before. @param root files are named from here */
export function readVitest(file: string, root: string, exitCode: number): Results {
  const report = readReport(file) as VitestReport | undefined
  const files = report?.testResults ?? []
  // A file that cannot be loaded has failed, though it holds no failed test.
  const broken = files.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.length)
  return withCrash(exitCode, {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + broken.length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    tests: files.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        title: fullName,
        file: path.relative(root, name),
        seconds: (duration ?? 0) / 1000,
      })),
    ),
  })
}

/** The same of Playwright. A test that passed only when it was tried again has failed. */
export function readPlaywright(file: string, root: string, exitCode: number): Results {
  const report = readReport(file) as PlaywrightReport | undefined
  const { expected, unexpected, flaky, skipped } = report?.stats ?? { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
  const specs = (report?.suites ?? []).flatMap(specsOf)
  return withCrash(exitCode, {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    tests: specs.map(({ title, file: name, tests }) => ({
      title,
      file: path.relative(root, path.resolve(report?.config.rootDir ?? root, name)),
      seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  })
}

/** The slowest tests of all, the slowest first. */
export function slowest(tests: readonly TimedTest[], count: number): TimedTest[] {
  return tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, count)
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
