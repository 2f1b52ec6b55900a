import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { whenDone } from '../lib/cleanup.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { makeFolder } from '../lib/files.ts'
import { freePort } from '../lib/ports.ts'
import { runProgram } from '../lib/processes.ts'
import { type Contender, medianOf, runRounds } from '../lib/rounds.ts'

const WARM = 'npm start, data folder in use'
const FIRST = 'npm start, new data folder'
const PATIENCE_MS = 60_000
const ROOT = path.resolve(import.meta.dirname, '../..')

/** The server starts. */
export const start: Entry = {
  name: 'b15-start',
  title: 'from `npm start` to the first page',
  holdsBack:
    'npm itself and its check that nothing has to be installed or built, then loading some 300 modules of TypeScript.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  // What a first start installs and builds is not what is measured.
  await runProgram(process.execPath, [path.join(ROOT, 'scripts/prepare.mjs'), '--build'])
  const used = makeFolder('used')
  const server = [process.execPath, '--disable-warning=ExperimentalWarning', 'server/main.ts']
  const measured = await runRounds(
    [
      starting(WARM, ['npm', 'start'], () => used),
      starting(FIRST, ['npm', 'start'], () => makeFolder('first')),
      starting('the server without npm, data folder in use', server, () => used),
      { name: 'npm --version', run: () => timed(() => runProgram('npm', ['--version'])) },
      { name: 'node -e 0', run: () => timed(() => runProgram(process.execPath, ['-e', '0'])) },
    ],
    isQuick ? 2 : 7,
  )
  const aim = (what: string, reachable: number, ambitious: number) => ({
    what,
    got: medianOf(measured, what),
    reachable,
    ambitious,
    isUpperBound: true,
    unit: 'ms',
  })
  return {
    tables: [{ caption: 'start', measured, ratioTo: ['node -e 0'] }],
    aims: [aim(WARM, 600, 250), aim(FIRST, 2000, 900)],
    notes: [
      'Dependencies are installed and the web app is built; a new data folder means a new database cluster. The first page is the ' +
        'document of the web app with status 200.',
    ],
  }
}

/** @param folder the data folder of one start. */
function starting(name: string, command: string[], folder: () => string): Contender {
  const once = async (): Promise<{ ms: number }> => {
    const dataDir = folder()
    const port = await freePort()
    const started = performance.now()
    const child = spawn(command[0] ?? '', command.slice(1), {
      cwd: ROOT,
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
      stdio: 'ignore',
      // A group of its own, so that the signal reaches the server behind npm.
      detached: true,
    })
    const stop = whenDone(() => stopGroup(child, dataDir))
    await firstPage(`http://127.0.0.1:${port}/`, started)
    const ms = performance.now() - started
    await stop()
    return { ms }
  }
  return { name, verify: async () => void (await once()), run: once }
}

async function firstPage(url: string, started: number): Promise<void> {
  const POLL_MS = 3
  for (;;) {
    try {
      const response = await fetch(url)
      const text = await response.text()
      if (response.ok && text.includes('<title>')) return
    } catch {
      // Not listening yet.
    }
    if (performance.now() - started > PATIENCE_MS) throw new Error('the server did not start')
    await sleep(POLL_MS)
  }
}

/** Ends a group and waits until PostgreSQL has let go of its folder. */
async function stopGroup(child: ChildProcess, dataDir: string): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  if (child.pid === undefined || child.exitCode !== null) return
  process.kill(-child.pid, 'SIGTERM')
  await ended
  const lock = path.join(dataDir, 'postgres', 'postmaster.pid')
  for (let tries = 0; fs.existsSync(lock) && tries < 200; tries++) await sleep(25)
}

async function timed(work: () => Promise<unknown>): Promise<{ ms: number }> {
  const started = performance.now()
  await work()
  return { ms: performance.now() - started }
}
