import fs from 'node:fs'
import path from 'node:path'

/** What the site shows of the last run. */
const FILE = path.resolve(import.meta.dirname, '../../web/messages/site/last-run.json')

type LastRun = {
  date: string
  commit: string
  attacks: number
  found: number
  /** One-sided, 95 %. */
  atLeast: number
  disturbedPerThousandDays: number
  /** p99.9, middle of the rounds. */
  decisionMicroseconds: number
}

/** Each entry writes its part; what the others measured stays. */
export function noteLastRun(part: Partial<LastRun>): void {
  const before: unknown = fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, 'utf8')) : {}
  const all = { ...(typeof before === 'object' ? before : {}), ...part }
  fs.writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`)
}
