import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const ROOT = path.resolve(import.meta.dirname, '../../..')
const READY_MS = 600_000

export type ServerProcess = {
  url: string
  /** 0 where it did not start. */
  pid: number
  /** Its output so far. */
  log: () => string
  /** Resolves when it serves. @throws with its output when it ends instead. */
  ready: () => Promise<void>
  /** Sends a signal to the process and everything it started in its group, as a terminal does. */
  signalGroup: (signal: NodeJS.Signals) => void
  kill: (signal: NodeJS.Signals) => void
  /** Exit code, null after a signal. */
  ended: Promise<number | null>
}

export type ServerCommand = {
  /** Folder to start in. */
  cwd: string
  command: string[]
  port: number
  environment?: Record<string, string>
}

/** Starts a server as its own process group. */
export function startProcess({ cwd, command, port, environment }: ServerCommand): ServerProcess {
  const [program = '', ...rest] = command
  const child: ChildProcess = spawn(program, rest, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), RATE_LIMIT_FACTOR: '1000', ...environment },
  })
  let log = ''
  const collect = (chunk: Buffer): void => void (log += chunk.toString())
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    log: () => log,
    ended,
    kill: (signal) => void child.kill(signal),
    signalGroup: (signal) => void (child.pid && process.kill(-child.pid, signal)),
    ready: async () => {
      for (const until = Date.now() + READY_MS; !log.includes('QuantumShield is ready'); await sleep(20)) {
        if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
          throw new Error(`the server did not start (${child.exitCode ?? child.signalCode}):\n${log}`)
        }
      }
    },
  }
}

/** The processes that work in a folder, whose command contains `text`. Linux only. */
export function processesIn(folder: string, text: string): number[] {
  return fs.readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      if (fs.readlinkSync(`/proc/${pid}/cwd`) !== folder) return []
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text) ? [Number(pid)] : []
    } catch {
      // Ended meanwhile, or somebody else's.
      return []
    }
  })
}

/** Ports below those that systems give to connections that go out (from 32768 on Linux), and above those that browsers refuse. */
const [FIRST_PORT, PORTS] = [11_000, 21_000]
let next = randomInt(PORTS)

/**
 * A port for a server that listens a moment later. One that the system names could be given to a connection of another test meanwhile. Processes begin
 * anywhere and go on from there, so two of them hardly ever try the same one at the same time.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS; tries++) {
    const port = FIRST_PORT + (next++ % PORTS)
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

/** Listens on all addresses for a moment: a server of a test may. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}

/**
 * Clones what is committed into `folder` and gives it the installed packages, so that `npm start` has nothing to install:
 * hard links where the file system allows them.
 */
export function cloneCheckout(folder: string): void {
  execFileSync('git', ['clone', '--quiet', ROOT, folder])
  const modules = path.join(folder, 'node_modules')
  try {
    execFileSync('cp', ['-al', path.join(ROOT, 'node_modules'), modules], { stdio: 'ignore' })
  } catch {
    fs.rmSync(modules, { recursive: true, force: true })
    fs.cpSync(path.join(ROOT, 'node_modules'), modules, { recursive: true, verbatimSymlinks: true })
  }
}
