import { z } from 'zod'
import { equalBytes } from '#crypto/bytes.ts'
import { fromBase64Url, toHex } from '#crypto/encoding.ts'
import { LedgerError } from '#ledger/errors.ts'
import { personKey, readKeyHistory, readStatedMap } from '#ledger/events/key-entry.ts'
import { decodePath } from '#ledger/prefix-tree/path-encoding.ts'
import { valueAt } from '#ledger/prefix-tree/prefix-tree.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import type { VaultApi } from '../session/api.ts'
import { ANCHOR, type CheckedAnchor, checkAnchorLog, type Checker } from './anchor-log.ts'
import { readProvedEntry } from './proved-entry.ts'
import { orUndefined } from './watch-log.ts'

/** Somebody, with the keys that are said to be theirs. */
export type KeysToCheck = {
  readonly userId: string
  readonly fingerprint: Uint8Array
}

/**
 * What the log lists of somebody's keys. `listed`: these, and never others. `not_listed`: none. `replaced`: these, and others before.
 * `other_keys`: others than these. `unproved`: the server does not prove what it lists.
 */
type KeyListing = 'listed' | 'not_listed' | 'replaced' | 'other_keys' | 'unproved'

export type CheckedKeys = {
  readonly log: CheckedAnchor['log']
  /** Undefined where the log is not what it was. */
  readonly listing: KeyListing | undefined
}

const bytes = z.base64url().max(90_000).transform(fromBase64Url)
const answer = z.object({
  people: z.array(z.object({ path: bytes, entries: z.array(bytes).max(1_000) })),
})

/**
 * Checks the anchor log against all that this device saw of it, and what it lists of somebody's keys.
 *
 * @throws {VaultError} when the server cannot be asked; {LedgerError} when it does not answer as a log does.
 */
export async function checkKeys(api: VaultApi, checker: Checker, person: KeysToCheck): Promise<CheckedKeys> {
  const { log } = await checkAnchorLog(api, checker)
  if ('problem' in log) return { log, listing: undefined }
  return { log, listing: await listingOf(api, log.head, person) }
}

/**
 * The newest entry of a signed log states one root for everybody's keys, so that each person has one place in it: a server cannot prove other keys
 * to others, or that there are none.
 *
 * @param head of the anchor log, verified.
 */
async function listingOf(api: VaultApi, head: TreeHead, person: KeysToCheck): Promise<KeyListing> {
  const last = await readProvedEntry(api, { log: ANCHOR, head, index: head.size - 1 })
  if (!last) return 'unproved'
  // A log of an older version, until something is added.
  const stated = readStatedMap(last)
  if (!stated) return 'not_listed'
  const key = personKey(person.userId)
  const body = { size: head.size, people: [toHex(key)] }
  const shown = answer.safeParse(await api.post('/audit/v1/keys', body))
  const [one] = shown.success ? shown.data.people : []
  if (!one) return 'unproved'
  const value = await orUndefined(Promise.resolve().then(() => valueAt(key, decodePath(key, one.path), stated.root)))
  if (!value) return 'unproved'
  if (value === 'absent') return 'not_listed'
  try {
    const history = readKeyHistory(one.entries, key, value.value)
    if (!equalBytes(history.at(-1)?.fingerprint ?? new Uint8Array(), person.fingerprint)) return 'other_keys'
    return history.length === 1 ? 'listed' : 'replaced'
  } catch (error) {
    if (error instanceof LedgerError) return 'unproved'
    throw error
  }
}
