import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { SETTING_NAMES } from '#server/settings/table.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const READY = 'QuantumShield is ready'
/** Where the server is found; all other settings of this machine are for another installation. */
const KEPT: readonly string[] = ['PORT', 'LOG_LEVEL']

export type StartedServer = {
  pid: number
  /** Resolves when it serves. @throws with its last lines when it ends before. */
  ready: Promise<void>
  stop: () => Promise<void>
  /** Exit code, null after a signal. */
  ended: Promise<number | null>
}

/** Confirms addresses without a mail, and takes many requests of one machine: while it is filled, never afterwards. */
const FILLING = { MAILER_AUTOCONFIRM: 'true', RATE_LIMIT_FACTOR: '10000', LOG_LEVEL: 'error' }

/** Starts the server of this checkout on a folder, without the settings of another installation. */
export function startServer(folder: string, { port, isFilling }: { port: number; isFilling: boolean }): StartedServer {
  const own = Object.entries(process.env).filter(([name]) => !SETTING_NAMES.includes(name) || KEPT.includes(name))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Signals of the terminal come to this program, which ends the server in order.
    detached: true,
    env: {
      ...Object.fromEntries(own),
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      ORGANISATION: 'single',
      ...(isFilling && FILLING),
    },
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = untilReady(child)
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  return { pid: child.pid ?? 0, ready, stop, ended }
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (bytes: Buffer): void => {
      said = (said + bytes.toString()).slice(-10_000)
      if (said.includes(READY)) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`The server did not start:\n${said}`)))
  })
}
