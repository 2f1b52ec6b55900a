import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { freePort } from '../../test/support/server/server-process.ts'
import { shortLivedFolder } from '../../test/support/short-lived.ts'

export type RunningServer = {
  url: string
  dataDir: string
  /** Everything the server wrote to its output so far. */
  log: () => string
  /** Ends the process with SIGKILL, as a power failure would; the data folder stays. */
  kill: () => Promise<void>
  /** Starts it again on the same port and data folder. */
  restart: () => Promise<void>
  /** Ends the process in order; the data folder stays. */
  end: () => Promise<void>
  /** The same, and the data folder is removed. */
  stop: () => Promise<void>
}

const START_MS = 120_000
/** Names the data folder that servers start from; set by `template.setup.ts` for the run. */
export const TEMPLATE = 'QUANTUMSHIELD_E2E_TEMPLATE'

/**
 * Starts the real server as its own process on a free port, with a throw-away data folder: a copy of the run's template, whose database is
 * migrated and empty. What needs no settings and no empty installation of its own takes the running one of `shared-stage.ts`.
 */
export async function startServer(environment: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = newDataDir()
  const port = await freePort()
  let log = ''
  // Most tests are about people of one organisation.
  const settings = { PORT: String(port), DATA_DIR: dataDir, ORGANISATION: 'single', ...environment }
  const launch = () => launchServer(settings, (text) => void (log += text))
  let server = await launch()
  return {
    url: `${environment['TLS_CERT_FILE'] ? 'https' : 'http'}://localhost:${port}`,
    dataDir,
    log: () => log,
    kill: () => end(server, 'SIGKILL'),
    restart: async () => {
      server = await launch()
    },
    end: () => end(server, 'SIGTERM'),
    stop: async () => {
      await end(server, 'SIGTERM')
      fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

function newDataDir(): string {
  const dataDir = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-e2e-'))
  const template = process.env[TEMPLATE]
  // PostgreSQL's files keep their owner, which `fs.cp` would not do.
  if (template) execFileSync('cp', ['-a', `${template}/.`, dataDir])
  fs.chmodSync(dataDir, 0o755)
  return dataDir
}

async function launchServer(settings: Record<string, string>, onOutput: (text: string) => void): Promise<ChildProcess> {
  const root = path.resolve(import.meta.dirname, '../..')
  const node = path.join(root, 'node_modules/.bin/node')
  const compileCache = path.join(root, 'node_modules/.cache/node')
  const server = spawn(node, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compileCache,
      RATE_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  const collect = (chunk: Buffer): void => {
    log += chunk.toString()
    onOutput(chunk.toString())
  }
  server.stdout.on('data', collect)
  server.stderr.on('data', collect)
  await ready(server, () => log)
  return server
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  await ended
}

async function ready(server: ChildProcess, log: () => string): Promise<void> {
  const until = Date.now() + START_MS
  while (!log().includes('QuantumShield is ready')) {
    if (server.exitCode !== null || Date.now() > until) throw new Error(`the server did not start:\n${log()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
