import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFirefox, OLDEST_FIREFOX } from './firefox.mjs'
import { ROOT as root, endWithTool, runTool, seconds } from './run-tool.ts'
import { FAST_TAG, TIER, TOUCHED_ROOMS, MAX_TOUCHED_ROOMS, changedFiles, journeyPattern, roomsOf } from './tiers.ts'
import {
  type Results,
  describeFailure,
  describeUnrun,
  filesToRunAgain,
  readExit,
  readPlaywright,
  readVitest,
  slowest,
  withRunAgain,
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
/** For programs in Go: they collect garbage when their memory has grown fivefold, not doubled. An eighth of their processor time. */
const UNHURRIED = { GOGC: '400' }
/** Files of the integration part wait for PostgreSQL half of the time: a third process keeps two processors busy. */
const INTEGRATION_WORKERS = '3'
/** Runs that a file gets in all: what fails by chance passes in one of them, what is broken in none. */
const MAX_RUNS = 3
const isFull = process.argv.includes('--full')
/** A machine of CI that needs longer than that until something failed has no time for another run; the full tier has no limit. */
const LATEST_RUN_AGAIN_MS = isFull ? Infinity : 75 * 60_000
const touched = isFull ? [] : roomsOf(changedFiles(root))
const rooms = touched.length > MAX_TOUCHED_ROOMS ? [] : touched
const tier = isFull ? {} : { [TIER]: 'fast', [TOUCHED_ROOMS]: rooms.join(',') }
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-results-'))

endWithTool(() => fs.rmSync(reports, { recursive: true, force: true }))

const withoutDatabase = [
  // The other lane keeps the other processor busy; two checkers do half of the work twice.
  check('types', ['tsc', '-p', '.', '--checkers', '1'], UNHURRIED),
  check('lint', ['oxlint', '--type-aware'], UNHURRIED),
  check('format', ['oxfmt', '--check']),
  check('unused', ['knip']),
  vitest('unit*'),
]
const integration = vitest('integration', ['--maxWorkers', INTEGRATION_WORKERS])

/**
 * Stages one after the other, each of lanes that run at the same time: no part keeps two processors busy from its start to its end, and journeys
 * wait for pages. The full tier cuts lines, kills servers and plays slow networks: there the parts have the machine for themselves.
 */
const stages: Step[][][] = isFull
  ? [[withoutDatabase, [vitest('browser')]], [[integration]], [[playwright()]]]
  : [[[...withoutDatabase, playwright(), vitest('browser')], [integration]]]
const total: Required<Results> = { passed: 0, failed: 0, skipped: 0, tests: [], failures: [], unrun: [], unsteady: [] }
const times: string[] = []
for (const lanes of stages) {
  const ran = await Promise.all(lanes.map((steps, lane) => runLane(steps, { isKept: lane > 0 })))
  for (const { step, results, took } of ran.flat()) count(step, await runAgain(step, results), took)
}

fs.rmSync(reports, { recursive: true, force: true })
process.exitCode = total.failed ? 1 : 0
const whole = `in all: ${seconds(performance.now() / 1000)}`
console.log(`\n== time ==\n${[...times, whole].join('\n')}`)
console.log(`\n== the ${SLOWEST} slowest tests ==`)
for (const test of slowest(total.tests, SLOWEST)) console.log(`${seconds(test.seconds)}  ${test.file}  ${test.title}`)
if (isFull && !findFirefox())
  console.log(
    `\nNot run in Firefox, which is not installed or older than version ${OLDEST_FIREFOX}: the tests with the tag @firefox ran in Chromium alone.`,
  )
if (total.unrun.length) console.log(`\n== not run ==\n${total.unrun.map(describeUnrun).join('\n')}`)
if (total.failures.length) {
  console.log(`\n== what failed ==\n${total.failures.map(describeFailure).join('\n')}`)
}
if (!isFull) console.log(`\n${sayTier()}`)
if (total.unsteady.length) console.log(`\n== unsteady ==\n${total.unsteady.map(describeFailure).join('\n')}`)
const skipped = total.skipped ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)

function check(title: string, command: string[], environment?: NodeJS.ProcessEnv): Step {
  return { title, command, read: readExit, ...(environment && { environment }) }
}

function vitest(project: string, more: string[] = []): Step {
  const file = path.join(reports, `${project.replace('*', '')}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return {
    title: `${project.replace('*', '')} tests`,
    command: ['vitest', 'run', '--project', project, ...more, ...reporters],
    alone: ['--no-file-parallelism'],
    environment: tier,
    read: (exitCode) => readVitest(file, root, exitCode),
  }
}

function playwright(): Step {
  const file = path.join(reports, 'e2e.json')
  return {
    title: 'end-to-end tests',
    command: ['playwright', 'test', ...(isFull ? [] : ['--grep', journeyPattern(rooms)])],
    alone: ['--workers=1'],
    environment: { ...tier, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    read: (exitCode) => readPlaywright(file, root, exitCode),
  }
}

type Ran = { step: Step; results: Results; took: number }

/** Runs steps one after the other. */
async function runLane(steps: readonly Step[], { isKept }: { isKept: boolean }): Promise<Ran[]> {
  const ran: Ran[] = []
  for (const step of steps) {
    const started = performance.now()
    const results = await run(step, { isKept })
    const took = performance.now() - started
    console.log(`== ${step.title}: ${results.failed ? 'FAILED' : 'ok'}, ${seconds(took / 1000)} ==`)
    ran.push({ step, results, took })
  }
  return ran
}

/** Files that failed run again with nothing beside them, up to twice. CONTRIBUTING.md says why, and what then passes is still shown. */
async function runAgain(step: Step, first: Results): Promise<Results> {
  let results = first
  for (let runs = 1; runs < MAX_RUNS && step.alone && performance.now() < LATEST_RUN_AGAIN_MS; runs++) {
    const files = filesToRunAgain(results)
    if (files.length === 0) break
    console.log(results.failures.map(describeFailure).join('\n'))
    const again = await run({
      ...step,
      title: `${step.title}, again`,
      command: [...step.command, ...step.alone, ...files],
    })
    results = withRunAgain(results, again, files)
  }
  return results
}

function count({ title }: Step, results: Results, took: number): void {
  times.push(`${title}: ${results.failed ? 'FAILED' : 'ok'}, ${seconds(took / 1000)}`)
  total.passed += results.passed
  total.failed += results.failed
  total.skipped += results.skipped
  total.tests.push(...results.tests)
  total.failures.push(...results.failures)
  total.unrun.push(...results.unrun)
  total.unsteady.push(...(results.unsteady ?? []))
}

function sayTier(): string {
  if (touched.length > MAX_TOUCHED_ROOMS)
    return `This branch touches ${touched.length} rooms, more than ${MAX_TOUCHED_ROOMS}: run test:full before it is finished.`
  const more = rooms.length > 0 ? `, and all tests of ${rooms.join(', ')}` : ''
  return `These were the tests that can find a wrong rule, the browser journeys tagged ${FAST_TAG}${more}. npm run test:full runs the others too.`
}

/** Runs one step with its output on this terminal, at its end where others run at the same time. */
async function run({ title, command, environment, read }: Step, { isKept = false } = {}): Promise<Results> {
  console.log(isKept ? `\n== ${title}, next to what follows ==` : `\n== ${title} ==`)
  return read(await runTool(command, environment, { isKept }))
}
