import fs from 'node:fs'
import { LedgerError } from '#ledger/errors.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { wholeNumber } from '../command.ts'
import { CommandError } from '../command-error.ts'

const HOUR_SECONDS = 3_600
const MOST_HOURS = 24 * 366

/** The text of a policy of C2SP. @throws {CommandError} when it cannot be read, or is none. */
export function readPolicyFile(file: string): string {
  const text = readText(file)
  try {
    parsePolicy(text)
    return text
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    throw new CommandError(`${file} is no policy of a log: ${error.message}.`)
  }
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    throw new CommandError(`${file} cannot be read.`)
  }
}

/** @param hours of the option `--max-age` @returns seconds @throws {CommandError} */
export function readMaxAge(hours: string | undefined): number | undefined {
  if (hours === undefined) return undefined
  return wholeNumber('--max-age', hours, { min: 1, max: MOST_HOURS }) * HOUR_SECONDS
}
