import type { Ledger } from '#server/ledger/ledger.ts'
import type { KeyLogSettings } from '#vault/ledger/listings/key-log.ts'

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

/** Maximum number of times that the log grows in one wait: a statement that is kept out of it does not come at the 45th time either. */
const MAX_GROWN = 3

/** A key log waits for statements that are not listed yet. Here the log grows while it waits, which that of a test server does not by itself. */
export function growingInWaits(
  ledger: Pick<Ledger, 'listKeys' | 'signAll'>,
): Required<Pick<KeyLogSettings, 'pause' | 'onWait'>> {
  let pauses = 0
  return {
    pause: async () => {
      if (pauses++ < MAX_GROWN) await growKeyLog(ledger)
    },
    onWait: () => {
      pauses = 0
    },
  }
}
