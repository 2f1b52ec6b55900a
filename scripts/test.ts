import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** How one step ended. A step that has no results of its own counts as one check. */
type Counts = { passed: number; failed: number; skipped: number }
type Step = { title: string; command: string[]; environment?: NodeJS.ProcessEnv; count: (exitCode: number) => Counts }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

const root = path.resolve(import.meta.dirname, '..')
const results = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-results-'))
let running: ChildProcess | undefined

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    running?.kill(signal)
    fs.rmSync(results, { recursive: true, force: true })
    process.exit(1)
  })
}

const total: Counts = { passed: 0, failed: 0, skipped: 0 }
for (const step of [
  check('types', ['tsc', '-p', '.']),
  check('lint', ['oxlint', '--type-aware']),
  check('format', ['oxfmt', '--check']),
  vitest('unit'),
  vitest('browser'),
  vitest('integration'),
  ...(hasEndToEndTests() ? [playwright()] : []),
]) {
  const counts = await run(step)
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
}

fs.rmSync(results, { recursive: true, force: true })
process.exitCode = total.failed ? 1 : 0
const skipped = total.skipped ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)

function check(title: string, command: string[]): Step {
  return {
    title,
    command,
    count: (exitCode) => ({ passed: exitCode ? 0 : 1, failed: exitCode ? 1 : 0, skipped: 0 }),
  }
}

function vitest(project: string): Step {
  const file = path.join(results, `${project}.json`)
  return {
    title: `${project} tests`,
    command: [
      'vitest',
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    count: (exitCode) => {
      const report = readReport(file) as VitestReport | undefined
      // A file that cannot be loaded has failed, though it holds no failed test.
      const broken = report?.testResults.filter((one) => one.status === 'failed' && !one.assertionResults.length)
      return withCrash(exitCode, {
        passed: report?.numPassedTests ?? 0,
        failed: (report?.numFailedTests ?? 0) + (broken?.length ?? 0),
        skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
      })
    },
  }
}

function playwright(): Step {
  const file = path.join(results, 'e2e.json')
  return {
    title: 'end-to-end tests',
    command: ['playwright', 'test'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    count: (exitCode) => {
      const stats = (readReport(file) as PlaywrightReport | undefined)?.stats
      return withCrash(exitCode, {
        passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
        failed: stats?.unexpected ?? 0,
        skipped: stats?.skipped ?? 0,
      })
    },
  }
}

/** A step that ends badly, or ends well without having run anything, is a failure of its own. */
function withCrash(exitCode: number, counts: Counts): Counts {
  const hasRun = counts.passed + counts.failed + counts.skipped > 0
  return (exitCode && !counts.failed) || !hasRun ? { ...counts, failed: counts.failed + 1 } : counts
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

function hasEndToEndTests(): boolean {
  const folder = path.join(root, 'e2e')
  return fs.existsSync(folder) && fs.readdirSync(folder).some((name) => name.endsWith('.spec.ts'))
}

/** Runs one step with its output on this terminal. */
async function run({ title, command, environment, count }: Step): Promise<Counts> {
  console.log(`\n== ${title} ==`)
  const started = performance.now()
  const exitCode = await exitCodeOf(command, environment)
  const counts = count(exitCode)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`== ${title}: ${counts.failed ? 'FAILED' : 'ok'}, ${seconds} s ==`)
  return counts
}

function exitCodeOf([program = '', ...rest]: string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  // The tools and the Node that runs them are the installed ones, also when this file is started without npm.
  const tools = path.join(root, 'node_modules', '.bin')
  const search = `${tools}${path.delimiter}${process.env['PATH'] ?? ''}`
  return new Promise((resolve) => {
    running = spawn(program, rest, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: search, ...environment },
      shell: process.platform === 'win32',
    })
    running.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    running.on('close', (code) => resolve(code ?? 1))
  })
}
