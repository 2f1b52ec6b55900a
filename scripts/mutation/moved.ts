/** Plants each fault that an end-to-end spec caught, and asks the test that took its place. `npm run mutate:moved [-- part of a path]` */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Fault } from './moved/fault.ts'
import { MOVED_CONFLICTS } from './moved/conflicts.ts'
import { MOVED_DRIVE } from './moved/drive.ts'
import { MOVED_SECURITY } from './moved/security.ts'
import { MOVED_SHARING } from './moved/sharing.ts'
import { MOVED_SHELL } from './moved/shell.ts'
import { MOVED_STATES } from './moved/states.ts'

export const MOVED: readonly Fault[] = [
  ...MOVED_SHELL,
  ...MOVED_DRIVE,
  ...MOVED_CONFLICTS,
  ...MOVED_SHARING,
  ...MOVED_SECURITY,
  ...MOVED_STATES,
]

/** Most faults keep something from coming about, so tests wait for it less long than usual; those without a fault pass at this as well. */
const MISSING_MS = '5000'

type Report = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }

let running: ChildProcess | undefined

/** The file of `fault` with the fault in it. @throws {Error} where the text is not there exactly once */
export function plant({ file, from, to }: Pick<Fault, 'file' | 'from' | 'to'>): string {
  const [before, after, ...more] = fs.readFileSync(file, 'utf8').split(from)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} does not hold this exactly once: ${from}`)
  }
  return before + to + after
}

/** Runs tests of the browser project. @param title of the only one */
async function run(files: readonly string[], title?: string): Promise<Report> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-moved-'))
  const report = path.join(folder, 'report.json')
  const only = title === undefined ? [] : ['-t', `^${title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`]
  const options = ['--project', 'browser', '--reporter=json', `--outputFile=${report}`, ...only]
  const env = { ...process.env, QUANTUMSHIELD_MISSING_MS: MISSING_MS }
  const vitest = spawn('vitest', ['run', ...options, ...files], { stdio: 'ignore', env })
  running = vitest
  await new Promise((resolve) => vitest.once('close', resolve))
  try {
    return JSON.parse(fs.readFileSync(report, 'utf8')) as Report
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** Whether the test of `fault` fails while it is planted; the file is as before in any case. */
async function isNoticed(fault: Fault): Promise<boolean> {
  const whole = fs.readFileSync(fault.file)
  const restore = () => fs.writeFileSync(fault.file, whole)
  const stop = () => {
    restore()
    running?.kill()
    process.exit(130)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, stop)
  try {
    fs.writeFileSync(fault.file, plant(fault))
    const { numPassedTests, numFailedTests } = await run([fault.test.file], fault.test.title)
    if (numPassedTests + numFailedTests !== 1) throw new Error(`${fault.test.file} has no test "${fault.test.title}"`)
    return numFailedTests === 1
  } finally {
    restore()
    for (const signal of signals) process.removeListener(signal, stop)
  }
}

/** @param wanted part of the path of a test or of a file of the product; all without it */
export async function main(wanted = ''): Promise<void> {
  const faults = MOVED.filter(({ file, test, was }) => [file, test.file, was].some((one) => one.includes(wanted)))
  // All of them first, so that a text that moved is found before the tests have run.
  faults.forEach(plant)
  const unchanged = await run([...new Set(faults.map(({ test }) => test.file))])
  if (unchanged.numFailedTests + unchanged.numFailedTestSuites > 0) throw new Error('the tests fail without any fault')

  let survived = 0
  for (const fault of faults) {
    const noticed = await isNoticed(fault)
    if (!noticed) survived += 1
    console.log(
      `${noticed ? 'noticed ' : 'SURVIVED'}  ${fault.file}: ${JSON.stringify(fault.from)} → ${JSON.stringify(fault.to)}`,
    )
  }
  console.log(`${faults.length - survived} of ${faults.length} faults were noticed.`)
  if (survived > 0) process.exitCode = 1
}

if (import.meta.main) await main(process.argv[2])
