import fs from 'node:fs'
import { isOfInstallation } from '#ledger/events/anchor-entry.ts'
import { type Receipt, verifyReceipt } from '#ledger/events/receipt.ts'
import { LedgerError } from '#ledger/errors.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { toHex } from '#crypto/encoding.ts'
import { readReceiptFile } from '#vault/ledger/receipts/receipt-file.ts'
import { CommandError, EXIT, usageError } from '../../command-error.ts'
import { readPolicyFile } from '../../delivery/policy-file.ts'
import { printable } from '../../output.ts'
import type { Command } from '../../command.ts'

const DETAILS = `
Checks the signatures of receipts, as the app and the command "receipts" save them, without a network: that the operator of the log promised these
events. --policy names a file with the keys that count. That the log does not hold an event is for its operator to refute, by a proof of it.
`

/** What somebody was promised, for those who have no account. */
export const verifyReceiptFile: Command = {
  usage: 'verify-receipt <file> --policy <file>',
  summary: 'check who signed the receipts in a file',
  details: DETAILS,
  options: ['policy'],
  async run({ words, options, output }) {
    const [file, ...rest] = words
    if (!file || rest.length > 0 || options.policy === undefined) throw usageError('Name one file, and --policy.')
    const texts = readReceiptFile(readText(file))
    if (texts.length === 0) throw new CommandError(`${file} has no receipt.`, EXIT.failed)
    const keys = parsePolicy(readPolicyFile(options.policy)).logs.map(({ key }) => key)
    const promised = await Promise.all(texts.map((text) => verifyWith(keys, text)))
    output.result(
      promised.map(({ log, at, events }) => ({
        log,
        at: new Date(at).toISOString(),
        events: events.map(({ id, leaf }) => ({ id, leaf: toHex(leaf) })),
      })),
      promised.flatMap(({ log, at, events }) => [
        `Signed  on ${new Date(at).toISOString()} for ${printable(log)}`,
        ...events.map(({ id, leaf }) => `Event   ${id}, leaf ${toHex(leaf)}`),
      ]),
    )
  },
}

type Keys = ReturnType<typeof parsePolicy>['logs'][number]['key'][]

/** A policy names the anchor log of an installation, whose logs have the same keys. */
async function verifyWith(keys: Keys, text: string): Promise<Receipt> {
  for (const { name, type, publicKey } of keys) {
    if (type !== 'ed25519') continue
    try {
      const receipt = await verifyReceipt(text, publicKey)
      if (receipt.log === name || isOfInstallation(receipt.log, name)) return receipt
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
    }
  }
  throw new CommandError('A receipt is not signed by a log of this policy.', EXIT.failed)
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    throw new CommandError(`${file} cannot be read.`)
  }
}
