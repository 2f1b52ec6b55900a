import { personKey } from '#ledger/events/key-entry.ts'
import type { VaultApi } from '../../session/api.ts'
import { type CheckedAnchor, checkAnchorLog, type Checker } from '../anchor-log.ts'
import { type Claim, type KeyListing, listingsIn, readKeyView } from './listings.ts'

/** Somebody, with the keys that are said to be theirs. */
export type KeysToCheck = {
  readonly userId: string
  readonly fingerprint: Uint8Array
  /** When they were made, as they say themselves, ISO 8601. */
  readonly madeAt?: string | undefined
}

export type CheckedKeys = {
  readonly log: CheckedAnchor['log']
  /** `withheld`: none, though keys as old as these are listed by now. Undefined where the log is not what it was. */
  readonly listing: KeyListing | 'withheld' | undefined
}

/** Keys are listed within a minute. A server may have been away, and clocks differ. */
const LISTED_BY_NOW_MS = 3_600_000

/** That a log lists these keys of somebody, and never listed others. */
export const claimOfKeys = ({ userId, fingerprint }: Pick<KeysToCheck, 'userId' | 'fingerprint'>): Claim => ({
  kind: 'keys',
  subject: personKey(userId),
  hash: fingerprint,
})

/**
 * Checks the anchor log against all that this device saw of it, and what it lists of somebody's keys.
 *
 * @throws {VaultError} when the server cannot be asked; {LedgerError} when it does not answer as a log does.
 */
export async function checkKeys(api: VaultApi, checker: Checker, person: KeysToCheck): Promise<CheckedKeys> {
  const { log } = await checkAnchorLog(api, checker)
  if ('problem' in log) return { log, listing: undefined }
  const [listing] = await listingsIn(api, await readKeyView(api, log.head), [claimOfKeys(person)])
  const isOld = person.madeAt !== undefined && checker.nowMs - Date.parse(person.madeAt) > LISTED_BY_NOW_MS
  return { log, listing: listing === 'not_listed' && isOld ? 'withheld' : listing }
}
