import { z } from 'zod'
import { equalBytes } from '#crypto/bytes.ts'
import { fromBase64Url, toHex } from '#crypto/encoding.ts'
import { LedgerError } from '#ledger/errors.ts'
import { personKey, readKeyHistory, readStatedMap, type StatedMap } from '#ledger/events/key-entry.ts'
import { decodePath } from '#ledger/prefix-tree/path-encoding.ts'
import { valueAt } from '#ledger/prefix-tree/prefix-tree.ts'
import type { Hash } from '#ledger/tree/hash.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import type { VaultApi } from '../session/api.ts'
import { ANCHOR, type CheckedAnchor, checkAnchorLog, type Checker } from './anchor-log.ts'
import { readProvedEntry } from './proved-entry.ts'

/** Somebody, with the keys that are said to be theirs. */
export type KeysToCheck = {
  readonly userId: string
  readonly fingerprint: Uint8Array
  /** When they were made, as they say themselves, ISO 8601. */
  readonly madeAt?: string | undefined
}

/**
 * What the log lists of somebody's keys. `listed`: these, and never others. `not_listed`: none. `replaced`: these, and others before.
 * `other_keys`: others than these. `unproved`: the server does not prove what it lists.
 */
export type KeyListing = 'listed' | 'not_listed' | 'replaced' | 'other_keys' | 'unproved'

export type CheckedKeys = {
  readonly log: CheckedAnchor['log']
  /** `withheld`: none, though keys as old as these are listed by now. Undefined where the log is not what it was. */
  readonly listing: KeyListing | 'withheld' | undefined
}

/** The server answers no more in one request. */
const PEOPLE_AT_ONCE = 100
/** Keys are listed within a minute. A server may have been away, and clocks differ. */
const LISTED_BY_NOW_MS = 3_600_000

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
  const [listing] = await listingsIn(api, await readKeyView(api, log.head), [person])
  const isOld = person.madeAt !== undefined && checker.nowMs - Date.parse(person.madeAt) > LISTED_BY_NOW_MS
  return { log, listing: listing === 'not_listed' && isOld ? 'withheld' : listing }
}

/** What a signed tree of the anchor log states of everybody's keys: one root, and undefined where the server does not show it. */
export type KeyView = { readonly head: TreeHead; readonly stated: StatedMap | 'nothing' | undefined }

/**
 * The newest entry of a signed log states one root for everybody's keys, so that each person has one place in it: a server cannot prove other keys
 * to others, or that there are none.
 *
 * @param head of the anchor log, verified.
 */
export async function readKeyView(api: VaultApi, head: TreeHead): Promise<KeyView> {
  const last = await readProvedEntry(api, { log: ANCHOR, head, index: head.size - 1 })
  // A log of an older version, until something is added.
  return { head, stated: last && (readStatedMap(last) ?? 'nothing') }
}

/** What is listed of people there, in their order. */
export async function listingsIn(
  api: VaultApi,
  { head, stated }: KeyView,
  people: readonly KeysToCheck[],
): Promise<KeyListing[]> {
  if (!stated) return people.map(() => 'unproved')
  if (stated === 'nothing') return people.map(() => 'not_listed')
  const listings: KeyListing[] = []
  for (let from = 0; from < people.length; from += PEOPLE_AT_ONCE) {
    const some = people.slice(from, from + PEOPLE_AT_ONCE)
    const body = { size: head.size, people: some.map(({ userId }) => toHex(personKey(userId))) }
    const shown = answer.safeParse(await api.post('/audit/v1/keys', body))
    const shownPeople = shown.success ? shown.data.people : []
    listings.push(...some.map((person, i) => listingOf(person, shownPeople[i], stated.root)))
  }
  return listings
}

function listingOf(
  { userId, fingerprint }: KeysToCheck,
  shown: z.infer<typeof answer>['people'][number] | undefined,
  root: Hash,
): KeyListing {
  if (!shown) return 'unproved'
  const key = personKey(userId)
  try {
    const value = valueAt(key, decodePath(key, shown.path), root)
    if (!value) return 'unproved'
    if (value === 'absent') return 'not_listed'
    const history = readKeyHistory(shown.entries, key, value.value)
    if (!equalBytes(history.at(-1)?.fingerprint ?? new Uint8Array(), fingerprint)) return 'other_keys'
    return history.length === 1 ? 'listed' : 'replaced'
  } catch (error) {
    if (error instanceof LedgerError) return 'unproved'
    throw error
  }
}
