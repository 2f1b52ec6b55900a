import { DEVICES, DEVICE_SUITES } from '#contract/devices/devices.ts'
import { csvHead, csvLine, parseCsv } from '#contract/csv/csv.ts'
import { nameProblem } from './device-name.ts'
import type { AddedDevice, NewDevice } from './devices.ts'

type CsvProblem = 'name_empty' | 'name_too_long' | 'suite_unknown' | 'interval_unknown' | 'too_many_cells'
/** One line of a list of devices, by its number in the file, from 1. */
export type CsvRow = { line: number; name: string } & ({ device: NewDevice } | { problem: CsvProblem })
/** `isTooLong`: more lines than are added at once, and nothing of it is to be added. */
export type DeviceCsv = { rows: CsvRow[]; isTooLong: boolean }

const HEADER = ['name', 'suite', 'interval']
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/**
 * Reads a list of devices: name, suite (`std` when empty) and interval between signs of life (`15m`, `1h`, `1d`, or seconds; an hour when
 * empty). A first line with these words is a header.
 */
export function readDeviceCsv(text: string): DeviceCsv {
  const lines = parseCsv(text.replace(/^\ufeff/, ''))
  const rows: CsvRow[] = []
  for (const [index, given] of lines.entries()) {
    const cells = given.map((cell) => cell.trim())
    const isHeader = index === 0 && cells[0]?.toLowerCase() === HEADER[0]
    if (isHeader || cells.every((cell) => cell === '')) continue
    rows.push(readRow(index + 1, cells))
  }
  return { rows, isTooLong: rows.length > DEVICES.batch }
}

/** The codes of devices that were just added: they cannot be shown once more. */
export function writeCodesCsv(added: readonly AddedDevice[]): string {
  const lines = added.map(({ name, suite, id, code }) => csvLine([name, suite, id, code]))
  return csvHead(['name', 'suite', 'id', 'code']) + lines.join('')
}

function readRow(line: number, [name = '', suiteCell = '', intervalCell = '', ...more]: readonly string[]): CsvRow {
  const refuse = (problem: CsvProblem): CsvRow => ({ line, name, problem })
  if (more.some((cell) => cell !== '')) return refuse('too_many_cells')
  const wrong = nameProblem(name)
  if (wrong !== undefined) return refuse(wrong === 'empty' ? 'name_empty' : 'name_too_long')
  const suite = suiteCell === '' ? 'std' : DEVICE_SUITES.find((known) => known === suiteCell.toLowerCase())
  if (!suite) return refuse('suite_unknown')
  const intervalSeconds = intervalCell === '' ? DEVICES.intervalSeconds.usual : secondsOf(intervalCell)
  if (intervalSeconds === undefined) return refuse('interval_unknown')
  return { line, name, device: { name, suite, intervalSeconds } }
}

/** `15m`, `1h`, `1d`, or seconds; undefined for anything else, and outside of what a device may have. */
export function secondsOf(text: string): number | undefined {
  const [, count = '', unit = 's'] = /^(\d{1,7})\s*([smhd])?$/i.exec(text) ?? []
  const seconds = count === '' ? 0 : Number(count) * (SECONDS[unit.toLowerCase()] ?? 0)
  const { min, max } = DEVICES.intervalSeconds
  return seconds >= min && seconds <= max ? seconds : undefined
}
