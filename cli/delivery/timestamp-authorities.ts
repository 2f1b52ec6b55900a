import fs from 'node:fs'
import { LedgerError } from '#ledger/errors.ts'
import type { StampReader } from '#ledger/evidence/verify-stamp.ts'
import { CommandError } from '../command-error.ts'

/**
 * What checks who signed a time stamp (`--timestamp-ca`).
 *
 * @param caFile certificates in PEM that the person trusts.
 * @throws {CommandError}
 */
export async function stampReader(caFile: string): Promise<StampReader> {
  // Its parsers are loaded only for who asks for it.
  const { readCertificates, readTimestamp } = await import('#ledger/timestamp/timestamp-token.ts')
  const pem = readText(caFile)
  try {
    const trusted = readCertificates(pem)
    return (reply, stamped) => readTimestamp(reply, { stamped, trusted })
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    throw new CommandError(`${caFile} names no authority: ${error.message}.`)
  }
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    throw new CommandError(`${file} cannot be read.`)
  }
}
