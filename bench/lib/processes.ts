import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import fs from 'node:fs'
import { whenDone } from './cleanup.ts'

// Linux counts process times in hundredths of a second on every platform that Node runs on.
const TICK_MS = 10

/** Ids of all processes below `root`, `root` itself not included. */
export function descendants(root: number = process.pid): number[] {
  const children = new Map<number, number[]>()
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(statFields(Number(name))?.[1] ?? -1)
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found: number[] = []
  const visit = (id: number): void => {
    for (const child of children.get(id) ?? []) {
      found.push(child)
      visit(child)
    }
  }
  visit(root)
  return found
}

/** Processor time of processes and their threads so far, ended threads included, in ms. */
export function cpuMsOf(ids: readonly number[]): number {
  return ids.reduce((sum, id) => {
    const fields = statFields(id)
    return sum + (Number(fields?.[11] ?? 0) + Number(fields?.[12] ?? 0)) * TICK_MS
  }, 0)
}

/** Command line of a process, its words separated by NUL; empty when it ended. */
export const commandLineOf = (id: number): string => readProc(id, 'cmdline')

/** Resident memory of a process in bytes. */
export function rssOf(id: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readProc(id, 'status'))?.[1] ?? 0) * 1024
}

/** Proportional set size of a process in bytes: what it shares counts in parts. */
export function pssOf(id: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readProc(id, 'smaps_rollup'))?.[1] ?? 0) * 1024
}

/**
 * Runs `work` and samples `read` meanwhile.
 * @returns how far the highest sample of each kind lies above the one before it started.
 */
export async function peakAbove(
  read: () => Map<string, number>,
  work: () => Promise<void>,
): Promise<Map<string, number>> {
  const EVERY_MS = 100
  const base = read()
  const peak = new Map(base)
  const sample = (): void => {
    for (const [kind, value] of read()) peak.set(kind, Math.max(peak.get(kind) ?? 0, value))
  }
  const timer = setInterval(sample, EVERY_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  sample()
  return new Map([...peak].map(([kind, value]) => [kind, value - (base.get(kind) ?? 0)]))
}

export type Started = { id: number; stop: () => Promise<void> }

/** Starts a process and waits until its output contains `readyText`, or for nothing when that is empty. */
export async function startProcess(
  command: string[],
  readyText: string,
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
): Promise<Started> {
  const [program = '', ...rest] = command
  const child = spawn(program, rest, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = whenDone(() => end(child))
  await waitForText(child, readyText)
  if (child.pid === undefined) throw new Error(`${program} did not start`)
  return { id: child.pid, stop }
}

/** Runs a program to its end. @returns what it wrote. @throws with its error output when it fails. */
export function runProgram(program: string, rest: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ended with ${code}: ${errors.slice(-400)}`)),
    )
  })
}

function waitForText(child: ChildProcess, text: string): Promise<void> {
  if (!text) return Promise.resolve()
  return new Promise((resolve, reject) => {
    let seen = ''
    const collect = (chunk: Buffer): void => {
      seen += chunk.toString()
      if (seen.includes(text)) resolve()
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`it ended with ${code}: ${seen.slice(-400)}`)))
  })
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

// The program's name may hold spaces and brackets; what follows its last bracket does not.
function statFields(id: number): string[] | undefined {
  const text = readProc(id, 'stat')
  return text ? text.slice(text.lastIndexOf(')') + 2).split(' ') : undefined
}

function readProc(id: number, name: string): string {
  try {
    return fs.readFileSync(`/proc/${id}/${name}`, 'utf8')
  } catch {
    // Ended meanwhile.
    return ''
  }
}
