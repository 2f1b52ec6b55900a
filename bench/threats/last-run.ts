import fs from 'node:fs'
import path from 'node:path'
import { countsOf, mergeTables } from './rows.ts'

/** What the site shows of the last run. */
const FILE = path.resolve(import.meta.dirname, '../../web/messages/site/last-run.json')

const PAGE = path.resolve(import.meta.dirname, '../../docs/threats.md')
export const TABLE = /(<!-- attacks of the last run -->\n)([^]*?)(\n<!-- end -->)/

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

/** Puts attacks into the table of docs/threats.md, in the place of those of the same detectors, and counts all of it. @returns the whole table. */
export function noteAttacks(newer: string): string {
  const page = fs.readFileSync(PAGE, 'utf8')
  const table = mergeTables(TABLE.exec(page)?.[2] ?? '', newer)
  fs.writeFileSync(PAGE, page.replace(TABLE, `$1${table}$3`))
  noteLastRun(countsOf(table))
  return table
}

export const ORDINARY = /(<!-- ordinary days of the last run -->\n)([^]*?)(\n<!-- end -->)/

/** Puts the tables of ordinary days into docs/threats.md. */
export function noteOrdinary(tables: string): void {
  const page = fs.readFileSync(PAGE, 'utf8')
  fs.writeFileSync(PAGE, page.replace(ORDINARY, `$1${tables}$3`))
}
