import fs from 'node:fs'
import path from 'node:path'
import { describeError } from './describe-error.ts'

const FILE = 'crashes.jsonl'
/** As many as are kept. */
const MOST = 200
const DAY_MS = 24 * 60 * 60 * 1000

export type CrashLog = { fatal: (entry: Record<string, unknown>, message: string) => void }

/**
 * What nothing caught ends the process: its state is not known any more, and its supervisor starts another one. Before, it is a line of the log
 * and counted. A promise that is rejected and that nobody looks at comes here as well.
 *
 * @param log undefined while there is none yet
 * @param end ends the process in order
 */
export function watchForCrashes(dataDir: string, log: () => CrashLog | undefined, end: () => Promise<void>): void {
  let hasCrashed = false
  process.on('uncaughtException', (error, origin) => {
    // Not `err`, which the log would describe by itself.
    const entry = { origin, error: describeError(error) }
    const text = 'an error that nothing caught ends the process'
    const there = log()
    if (there) there.fatal(entry, text)
    else console.error(JSON.stringify({ level: 60, time: Date.now(), ...entry, msg: text }))
    // The second one while the first is dealt with.
    if (hasCrashed) process.exit(1)
    hasCrashed = true
    count(dataDir, entry.error)
    void end()
  })
}

/** In a file: the database may be what broke. */
function count(dataDir: string, { type, code }: ReturnType<typeof describeError>): void {
  const file = path.join(dataDir, FILE)
  try {
    const before = linesOf(file).slice(1 - MOST)
    const lines = [...before, JSON.stringify({ at: new Date().toISOString(), type, code })]
    fs.writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  } catch {
    // It is in the log, and the process ends: a full disk must not keep it from that.
  }
}

/** A sentence for the start, when this server has ended by an error within a day. */
export function crashNotice(dataDir: string, now = Date.now()): string | undefined {
  const times = linesOf(path.join(dataDir, FILE)).map((line) => Date.parse(/"at":"([^"]+)"/.exec(line)?.[1] ?? ''))
  const recent = times.filter((time) => time > now - DAY_MS)
  const last = recent.at(-1)
  if (last === undefined) return undefined
  const often = recent.length === 1 ? 'once' : `${recent.length} times`
  return `This server ended by an error ${often} within 24 hours, last at ${new Date(last).toISOString()}. Its log says why.`
}

function linesOf(file: string): string[] {
  if (!fs.existsSync(file)) return []
  return fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)
}
