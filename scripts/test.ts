import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFirefox, OLDEST_FIREFOX } from './firefox.mjs'
import { ROOT as root, endWithTool, runTool, seconds } from './run-tool.ts'
import {
  type Results,
  describeFailure,
  describeUnrun,
  readExit,
  readPlaywright,
  readVitest,
  slowest,
} from './test-results.ts'

type Step = { title: string; command: string[]; environment?: NodeJS.ProcessEnv; read: (exitCode: number) => Results }

const SLOWEST = 10
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
const total: Results = { passed: 0, failed: 0, skipped: 0, tests: [], failures: [], unrun: [] }
const times: string[] = []
for (const step of steps) {
  const started = performance.now()
  const results = await run(step)
  const line = `${step.title}: ${results.failed ? 'FAILED' : 'ok'}, ${seconds((performance.now() - started) / 1000)}`
  console.log(`== ${line} ==`)
  times.push(line)
  total.passed += results.passed
  total.failed += results.failed
  total.skipped += results.skipped
  total.tests.push(...results.tests)
  total.failures.push(...results.failures)
  total.unrun.push(...results.unrun)
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
const skipped = total.skipped ? `, ${total.skipped} not run` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)

function check(title: string, command: string[]): Step {
  return { title, command, read: readExit }
}

function vitest(project: string): Step {
  const file = path.join(reports, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return {
    title: `${project} tests`,
    command: ['vitest', 'run', '--project', project, ...reporters],
    read: (exitCode) => readVitest(file, root, exitCode),
  }
}

function playwright(): Step {
  const file = path.join(reports, 'e2e.json')
  return {
    title: 'end-to-end tests',
    command: ['playwright', 'test'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    read: (exitCode) => readPlaywright(file, root, exitCode),
  }
}

/** Runs one step with its output on this terminal. */
async function run({ title, command, environment, read }: Step): Promise<Results> {
  console.log(`\n== ${title} ==`)
  return read(await runTool(command, environment))
}
