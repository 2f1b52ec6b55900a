import { z } from 'zod'
import { equalBytes } from '#crypto/bytes.ts'
import { fromBase64Url, toHex } from '#crypto/encoding.ts'
import { LedgerError } from '#ledger/errors.ts'
import { readStatedMap, type StatedMap } from '#ledger/events/key-entry.ts'
import { type ListedKind, readHistory } from '#ledger/events/listed-entry.ts'
import { decodePath } from '#ledger/prefix-tree/path-encoding.ts'
import { valueAt } from '#ledger/prefix-tree/prefix-tree.ts'
import type { Hash } from '#ledger/tree/hash.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import type { VaultApi } from '../../session/api.ts'
import { ANCHOR } from '../anchor-log.ts'
import { readProvedEntry } from './proved-entry.ts'

/** What the log is said to list under a subject. */
export type Claim = {
  readonly kind: ListedKind
  readonly subject: Hash
  /** Of the one thing that is listed there; null where nothing is. */
  readonly hash: Uint8Array | null
  /** True where nothing may be listed as well. */
  readonly isOptional?: boolean
  /** True for what is not asked again in a session once it was proved: something later is listed behind it. */
  readonly isSettled?: boolean
}

/**
 * What the log makes of a claim. `listed`: it is so, and was never otherwise. `not_listed`: nothing is there. `replaced`: what was said, after
 * something else. `other_keys`: something else than what was said. `unproved`: the server does not prove what it lists.
 */
export type KeyListing = 'listed' | 'not_listed' | 'replaced' | 'other_keys' | 'unproved'

/** The server answers no more in one request. */
const SUBJECTS_AT_ONCE = 100

const bytes = z.base64url().max(90_000).transform(fromBase64Url)
const answer = z.object({
  people: z.array(z.object({ path: bytes, entries: z.array(bytes).max(1_000) })),
})
type Shown = z.infer<typeof answer>['people'][number]

/** What a signed tree of the anchor log states of all that it lists: one root, and undefined where the server does not show it. */
export type KeyView = { readonly head: TreeHead; readonly stated: StatedMap | 'nothing' | undefined }

/**
 * The newest entry of a signed log states one root for all that it lists, so that each subject has one place in it: a server cannot prove other
 * keys to others, or that there are none.
 *
 * @param head of the anchor log, verified.
 */
export async function readKeyView(api: VaultApi, head: TreeHead): Promise<KeyView> {
  const last = await readProvedEntry(api, { log: ANCHOR, head, index: head.size - 1 })
  // A log of an older version, until something is added.
  return { head, stated: last && (readStatedMap(last) ?? 'nothing') }
}

/** What becomes of claims there, in their order. */
export async function listingsIn(
  api: VaultApi,
  { head, stated }: KeyView,
  claims: readonly Claim[],
): Promise<KeyListing[]> {
  if (!stated) return claims.map(() => 'unproved')
  if (stated === 'nothing') return claims.map(ofNothing)
  const listings: KeyListing[] = []
  for (let from = 0; from < claims.length; from += SUBJECTS_AT_ONCE) {
    const some = claims.slice(from, from + SUBJECTS_AT_ONCE)
    const body = { size: head.size, people: some.map(({ subject }) => toHex(subject)) }
    const shown = answer.safeParse(await api.post('/audit/v1/keys', body))
    const shownHere = shown.success ? shown.data.people : []
    listings.push(...some.map((claim, i) => listingOf(claim, shownHere[i], stated.root)))
  }
  return listings
}

/** Where nothing is listed under a subject. */
const ofNothing = ({ hash, isOptional = false }: Claim): KeyListing =>
  hash === null || isOptional ? 'listed' : 'not_listed'

function listingOf(claim: Claim, shown: Shown | undefined, root: Hash): KeyListing {
  if (!shown) return 'unproved'
  const { kind, subject, hash } = claim
  try {
    const value = valueAt(subject, decodePath(subject, shown.path), root)
    if (!value) return 'unproved'
    if (value === 'absent') return ofNothing(claim)
    if (hash === null) return 'other_keys'
    const history = readHistory(shown.entries, { kind, subject, value: value.value })
    if (!equalBytes(history.at(-1)?.hash ?? new Uint8Array(), hash)) return 'other_keys'
    return history.length === 1 ? 'listed' : 'replaced'
  } catch (error) {
    if (error instanceof LedgerError) return 'unproved'
    throw error
  }
}
