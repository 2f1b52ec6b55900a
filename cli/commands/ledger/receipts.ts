import fs from 'node:fs'
import { checkLedger } from '#vault/ledger/check-ledger.ts'
import type { LedgerFault } from '#vault/ledger/ended-log.ts'
import type { ReceiptReport } from '#vault/ledger/receipts/settle-receipts.ts'
import { writeReceiptFile } from '#vault/ledger/receipts/receipt-file.ts'
import { CommandError, EXIT, usageError } from '../../command-error.ts'
import { printable } from '../../output.ts'
import { receiptDevice } from '../../session/kept-receipts.ts'
import { currentSession } from '../../session/session.ts'
import type { Command } from '../../command.ts'

const DETAILS = `
With each change the server promises, signed, that its event will be in the audit ledger. This computer keeps the newest 500 promises, and this command asks the
ledger of your organisation for those that are a minute old: an event that is missing, or another in its place, is a promise that the server broke. An event
that is missing is said at the second run, a minute later, for a server may have had no power. --output saves the receipts of broken promises, for
verify-receipt. Exit status: 0 all that was promised is there or not due, 1 something is not, or could not be checked.
`

/** What the server promised this computer, and did not keep. */
export const receipts: Command = {
  usage: 'receipts [--output <file>]',
  summary: 'check that the server kept what it promised of the audit ledger',
  details: DETAILS,
  options: ['output'],
  async run({ words, options, output }) {
    if (words.length > 0) throw usageError('This command takes no words.')
    const { api, server, userId } = await currentSession()
    const { log, receipts: report } = await checkLedger(api, [], receiptDevice(server, userId))
    if (!report) throw new CommandError('This computer keeps no receipts.')
    if (log && 'problem' in log) {
      throw new CommandError(
        `The ledger is not what this computer saw before (${log.problem}${goneOf(log.missing)}). Ask the operator.`,
        EXIT.failed,
      )
    }
    if (options.output !== undefined && report.broken.length > 0) save(options.output, report)
    output.result({ server, ...report }, linesOf(report))
    if (report.broken.length > 0) {
      throw new CommandError('The server broke promises. Ask the operator in person or by phone.', EXIT.failed)
    }
  },
}

const goneOf = (missing: LedgerFault['missing']): string =>
  missing ? `: of ${missing.seen} entries ${missing.left} are left, ${missing.proved} of them proved unchanged` : ''

/** @throws {CommandError} where there is such a file already. */
function save(file: string, { broken }: ReceiptReport): void {
  try {
    fs.writeFileSync(file, writeReceiptFile(broken), { flag: 'wx', mode: 0o600 })
  } catch {
    throw new CommandError(`${file} cannot be written, or exists already.`)
  }
}

function linesOf({ waiting, elsewhere, dropped, broken, lacking }: ReceiptReport): string[] {
  return [
    `Waiting promises that are not due, or not checked yet: ${waiting}`,
    ...(elsewhere ? [`Others  promises about ledgers that are no longer shown to you: ${elsewhere}`] : []),
    ...(dropped ? [`Dropped promises that were never checked, as this computer keeps the newest 500: ${dropped}`] : []),
    ...broken.map(({ problem, event, log, atMs }) => {
      return `Broken  ${WORDS[problem]}: event ${printable(event)}, promised on ${new Date(atMs).toISOString()} for ${printable(log)}`
    }),
    ...(lacking ? [`Lacking answers without a receipt: ${lacking.missing}, with a bad one: ${lacking.bad}`] : []),
  ]
}

const WORDS = {
  missing: 'the ledger does not hold it',
  changed: 'the ledger holds another in its place',
  other_event: 'not what the call did',
} as const
