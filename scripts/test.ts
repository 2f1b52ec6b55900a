import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFirefox, OLDEST_FIREFOX } from './firefox.mjs'
import { ROOT as root, endWithTool, runTool, seconds } from './run-tool.ts'
import {
  type Results,
  describeFailure,
  describeUnrun,
  filesToRunAgain,
  readExit,
  readPlaywright,
  readVitest,
  slowest,
  withSecondRun,
} from './test-results.ts'

type Step = {
  title: string
  command: string[]
  environment?: NodeJS.ProcessEnv
  read: (exitCode: number) => Results
  /** What runs some of its files with nothing beside them. */
  alone?: string[]
}

const SLOWEST = 10
/** A machine that needs longer than that until something failed has no time for a second run. */
const LATEST_SECOND_RUN_MS = 75 * 60_000
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-results-'))

endWithTool(() => fs.rmSync(reports, { recursive: true, force: true }))

const steps = [
  check('types', ['tsc', '-p', '.']),
  check('lint', ['oxlint', '--type-aware']),
  check('format', ['oxfmt', '--check']),
  check('unused', ['knip']),
  vitest('unit'),
  vitest('browser'),
  vitest('integration'),
  playwright(),
]
const total: Required<Results> = { passed: 0, failed: 0, skipped: 0, tests: [], failures: [], unrun: [], recovered: [] }
const times: string[] = []
for (const step of steps) {
  const started = performance.now()
  const results = await runWithSecondRun(step)
  const line = `${step.title}: ${results.failed ? 'FAILED' : 'ok'}, ${seconds((performance.now() - started) / 1000)}`
  console.log(`== ${line} ==`)
  times.push(line)
  total.passed += results.passed
  total.failed += results.failed
  total.skipped += results.skipped
  total.tests.push(...results.tests)
  total.failures.push(...results.failures)
  total.unrun.push(...results.unrun)
  total.recovered.push(...(results.recovered ?? []))
}

fs.rmSync(reports, { recursive: true, force: true })
process.exitCode = total.failed ? 1 : 0
console.log(`\n== time ==\n${times.join('\n')}`)
console.log(`\n== the ${SLOWEST} slowest tests ==`)
for (const test of slowest(total.tests, SLOWEST)) console.log(`${seconds(test.seconds)}  ${test.file}  ${test.title}`)
if (!findFirefox())
  console.log(
    `\nNot run in Firefox, which is not installed or older than version ${OLDEST_FIREFOX}: the tests with the tag @firefox ran in Chromium alone.`,
  )
if (total.unrun.length) console.log(`\n== not run ==\n${total.unrun.map(describeUnrun).join('\n')}`)
if (total.failures.length) {
  console.log(`\n== what failed ==\n${total.failures.map(describeFailure).join('\n')}`)
}
if (total.recovered.length) {
  console.log(`\n== failed at first, passed when run again ==\n${total.recovered.map(describeFailure).join('\n')}`)
}
const recovered = total.recovered.length ? `, ${total.recovered.length} of the passed only when run again` : ''
const skipped = total.skipped ? `, ${total.skipped} not run` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${recovered}${skipped}`)

function check(title: string, command: string[]): Step {
  return { title, command, read: readExit }
}

function vitest(project: string): Step {
  const file = path.join(reports, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return {
    title: `${project} tests`,
    command: ['vitest', 'run', '--project', project, ...reporters],
    alone: ['--no-file-parallelism'],
    read: (exitCode) => readVitest(file, root, exitCode),
  }
}

function playwright(): Step {
  const file = path.join(reports, 'e2e.json')
  return {
    title: 'end-to-end tests',
    command: ['playwright', 'test'],
    alone: ['--workers=1'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    read: (exitCode) => readPlaywright(file, root, exitCode),
  }
}

/** A file that failed runs once more with nothing beside it. CONTRIBUTING.md says why, and what then passes is still shown. */
async function runWithSecondRun(step: Step): Promise<Results> {
  const first = await run(step)
  const isTooLate = performance.now() > LATEST_SECOND_RUN_MS
  const files = step.alone && !isTooLate ? filesToRunAgain(first) : []
  if (!step.alone || !files.length) return first
  console.log(first.failures.map(describeFailure).join('\n'))
  const second = await run({
    ...step,
    title: `${step.title}, again`,
    command: [...step.command, ...step.alone, ...files],
  })
  return withSecondRun(first, second, files)
}

/** Runs one step with its output on this terminal. */
async function run({ title, command, environment, read }: Step): Promise<Results> {
  console.log(`\n== ${title} ==`)
  return read(await runTool(command, environment))
}
