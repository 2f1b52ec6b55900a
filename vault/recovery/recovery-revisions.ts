import {
  CryptoError,
  type RecoveryPolicy,
  type VerifyingKeys,
  equalBytes,
  fingerprint,
  fromBase64Url,
  policyHash,
  readPolicy,
  toBase64Url,
  verifyBundle,
  verifyPolicy,
} from '#crypto/index.ts'
import type { Version } from '../ledger/listings/listed-versions.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { keyChanged } from '../sharing/people.ts'
import { trustIn } from '../pins/pins.ts'
import { isBlocked } from '../pins/trust.ts'
import { VaultError } from '../session/vault-error.ts'

/** A revision whose signature and place were checked. */
export type Revision = {
  policy: RecoveryPolicy
  /** SHA-256 of its text, base64url. */
  hash: string
}

/** The newest row of the chain, whatever it says: the next revision follows it. */
export type LastRow = { revision: number; hash: string }

export type RevisionRow = { revision: number; statement: string; signature: string }
export type KeyRow = { user_id: string; statement: string; signature: string }

/** What was made of a chain. */
export type Revisions = {
  head: Revision | null
  last: LastRow | null
  seen: Revision | null
  /** Why nothing before the last policy may be used: it cannot be checked, or does not verify. Null where the head is the last. */
  superseded: 'author_gone' | 'unverified' | null
  /** Every row, by its number: what the public log has to list. */
  versions: Version[]
}

/** Keyring entry: the newest revision that this vault has seen. */
export const POLICY_PIN = 'policy'

/**
 * The newest revision that counts, the one that this vault has agreed to or decided, and the last row of the chain. A row counts when it links to the row before it by hash, its author
 * signed it, and nobody named in it has other keys than in the revision before that counted. A text that is no policy at its place is passed over:
 * it must not end recovery for everybody. A revision that this vault has seen is not passed over, nor is anything before it taken.
 *
 * A later policy by somebody whose account is gone, and with it their keys, cannot be checked, and one that does not verify may be the true one with
 * another signature beside it, or other keys of its author: `superseded`. The older one must not take its place, as that may be what it ended.
 *
 * @param source.rows   oldest first; numbers that do not grow are refused.
 * @param source.people keys of everybody whom a revision names.
 * @throws {VaultError} `policy_refused` for a chain without the revision that was seen, or an older one; `key_changed`
 */
export async function readRevisions(
  vault: OpenVault,
  { tenantId, rows, people }: { tenantId: string; rows: readonly RevisionRow[]; people: readonly KeyRow[] },
): Promise<Revisions> {
  const pin = parsePolicyPin(vault.keyring.pins)
  let head = null as Revision | null
  let seen = null as Revision | null
  let last = null as LastRow | null
  let superseded: Revisions['superseded'] = null
  const versions: Version[] = []
  for (const row of rows) {
    // Each is one row of a table by number: shown again, an old one would come after those that replaced it.
    if (row.revision <= (last?.revision ?? 0)) throw policyRefused()
    const hash = toBase64Url(await policyHash({ text: row.statement }))
    const policy = await orNull(() => readPlaced(row, { tenantId, last }))
    // What was seen was verified then, perhaps with the keys of an author whose account is gone.
    const isSeen = pin?.revision === row.revision && pin.hash === hash
    const author = policy && personIn(people, policy.authorId)
    const isCounted = policy !== null && (isSeen || (await isGenuine(vault, { row, policy, author, before: head })))
    // Where the server left numbers out, a text that nobody can have listed holds their place.
    if (versions.length < row.revision - 1) versions.push({ hash: new Uint8Array() })
    versions.push({ hash: fromBase64Url(hash), isPassedOver: !isCounted })
    if (policy && isCounted) {
      head = { policy, hash }
      superseded = null
    } else if (policy) superseded = author || policy.authorId === vault.userId ? 'unverified' : 'author_gone'
    if (isSeen && policy) seen = head
    last = { revision: row.revision, hash }
  }
  // Another one of its number, or none at its place; also in a chain that goes further, with rubbish below.
  if (pin && !seen) throw policyRefused()
  return { head, last, seen, superseded, versions }
}

/** Somebody's row. Of two the first counts, for every question that is asked about them. */
export const personIn = <Row extends { user_id: string }>(rows: readonly Row[], userId: string): Row | undefined =>
  rows.find(({ user_id }) => user_id === userId)

/** @throws {CryptoError} for a text that is no policy of this organisation, or not at its place. */
function readPlaced(row: RevisionRow, { tenantId, last }: { tenantId: string; last: LastRow | null }): RecoveryPolicy {
  const policy = readPolicy(row.statement)
  const isPlaced =
    policy.tenantId === tenantId &&
    policy.revision === row.revision &&
    policy.revision === (last?.revision ?? 0) + 1 &&
    (policy.previous === null ? last === null : toBase64Url(policy.previous) === last?.hash)
  if (!isPlaced) throw new CryptoError('verify_failed', 'policy')
  return policy
}

async function isGenuine(
  vault: OpenVault,
  {
    row,
    policy,
    author,
    before,
  }: { row: RevisionRow; policy: RecoveryPolicy; author: KeyRow | null | undefined; before: Revision | null },
): Promise<boolean> {
  const keys = await orNull(() => authorKeys(vault, policy.authorId, author))
  if (!keys) return false
  // Inside as well: a signature that is no base64url must not end recovery for everybody.
  const verify = () => verifyPolicy({ text: row.statement, signature: fromBase64Url(row.signature) }, keys.verifying)
  if (!(await orNull(verify))) return false
  const known = new Map(before?.policy.holders.map((holder) => [holder.userId, holder.fingerprint]))
  const named = [...policy.holders, { userId: policy.authorId, fingerprint: keys.print }]
  return named.every(({ userId, fingerprint: print }) => {
    const earlier = known.get(userId)
    return earlier === undefined || equalBytes(earlier, print)
  })
}

/** @throws {VaultError} `key_changed` when this vault knows the author by other keys */
async function authorKeys(
  vault: OpenVault,
  userId: string,
  row: KeyRow | null | undefined,
): Promise<{ verifying: VerifyingKeys; print: Uint8Array } | null> {
  if (userId === vault.userId) return { verifying: vault.bundle.keys, print: await fingerprint(vault.bundle) }
  if (!row) return null
  const bundle = await verifyBundle({ text: row.statement, signature: fromBase64Url(row.signature) }, userId)
  const print = await fingerprint(bundle)
  if (isBlocked(trustIn(vault.keyring, { userId, email: '', print }))) throw keyChanged()
  return { verifying: bundle.keys, print }
}

/** What `read` gives; null when a statement does not hold. */
async function orNull<Value>(read: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof CryptoError) return null
    throw error
  }
}

export function parsePolicyPin(pins: Readonly<Record<string, string>>): LastRow | null {
  const [revision, hash] = pins[POLICY_PIN]?.split(':') ?? []
  return revision === undefined || hash === undefined ? null : { revision: Number(revision), hash }
}

export function policyRefused(cause?: unknown): VaultError {
  return new VaultError('policy_refused', 'The recovery policy is not what was signed, or an older one.', { cause })
}
