import type { Ledger } from '#server/ledger/ledger.ts'

/** Gives every event its place and signs all logs, the anchor log last; a test server does not by itself. */
export async function growLedger(ledger: Pick<Ledger, 'placeAll' | 'signAll' | 'anchorAll'>): Promise<void> {
  await ledger.placeAll()
  await ledger.signAll(0)
  await ledger.anchorAll()
  await ledger.signAll(0)
}

/** Lists the keys and statements that changed in the anchor log, and signs it. */
export async function growKeyLog(ledger: Pick<Ledger, 'listKeys' | 'signAll'>): Promise<void> {
  await ledger.listKeys()
  await ledger.signAll(0)
}
