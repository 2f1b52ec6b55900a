import { z } from 'zod'
import { equalBytes, fingerprint, fromBase64Url, policyHash, signPolicy, toBase64Url } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { changeKeyring } from '../session/keyring-store.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { choosePeers } from '../sharing/listed-people.ts'
import { type Peer, keyChanged, readPeer } from '../sharing/people.ts'
import { type Trust, isBlocked, isVouching } from '../pins/trust.ts'
import { readAll } from '../session/read-all.ts'
import { type PolicyVersions, requireListedPolicy } from './listed-policy.ts'
import {
  POLICY_PIN,
  type Revision,
  parsePolicyPin,
  personIn,
  policyRefused,
  readRevisions,
} from './recovery-revisions.ts'
import { VaultError } from '../session/vault-error.ts'

/** Somebody whom a policy names. */
export type PolicyPerson = {
  userId: string
  email: string
  name: string
  isMe: boolean
  /** False for who left the organisation. */
  isMember: boolean
  /** Null for oneself. */
  trust: Trust | null
}

/** What the organisation decided, checked: signed by the author that it names, for the keys that its holders have. */
export type CheckedPolicy = {
  revision: number
  /** SHA-256 of its text, base64url. */
  hash: string
  /** How many of the holders it takes. */
  threshold: number
  holders: (PolicyPerson & { peer: Peer | null })[]
  author: PolicyPerson & { peer: Peer | null }
  /** True when a server alone cannot have made this up: the author is oneself, invited or compared, or was in the policy agreed to before. */
  isVouched: boolean
  /** ISO 8601. */
  decidedAt: string
  /** What the public log has to list before anything is wrapped under it. */
  listing: PolicyVersions
}

const answer = z.object({
  tenant_id: z.uuid(),
  revisions: z.array(z.object({ revision: z.int(), statement: z.string(), signature: z.string() })),
  people: z.array(
    z.object({
      user_id: z.uuid(),
      email: z.string().nullable(),
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
      statement: z.string(),
      signature: z.string(),
      is_member: z.boolean(),
    }),
  ),
})
type Answer = z.infer<typeof answer>
type PersonRow = Answer['people'][number]

/**
 * The newest revision, or null where none holds: never decided, or ended.
 * @throws {VaultError} `policy_refused` | `key_changed` | `policy_author_gone`
 */
export async function readRecoveryPolicy(api: VaultApi, vault: OpenVault): Promise<CheckedPolicy | null> {
  const stored = await fetchPolicy(api)
  const { head, seen, superseded, versions } = await revisionsOf(vault, stored)
  if (superseded === 'author_gone') {
    throw new VaultError('policy_author_gone', 'The newest policy is by somebody whose account is gone.')
  }
  if (superseded === 'unverified') throw policyRefused()
  if (!head || head.policy.holders.length === 0) return null
  const listing = { tenantId: stored.tenant_id, versions }
  return { ...(await checkPolicy(vault, { head, seen }, stored.people)), listing }
}

function revisionsOf(vault: OpenVault, { tenant_id: tenantId, revisions: rows, people }: Answer) {
  return readRevisions(vault, { tenantId, rows, people })
}

/** Nobody goes back behind this revision, on any device. @param seen what was checked, or signed, here. */
export async function rememberPolicy(
  api: VaultApi,
  vault: OpenVault,
  seen: { revision: number; hash: string },
): Promise<void> {
  await changeKeyring(api, vault, ({ peers, pins }) => {
    const known = parsePolicyPin(pins)
    if (known && known.revision >= seen.revision) return null
    return { peers, pins: { ...pins, [POLICY_PIN]: `${seen.revision}:${seen.hash}` } }
  })
}

/**
 * Decides who may let members back in: the next revision, signed. Without holders it ends what was decided.
 * @throws {VaultError} `key_changed` | `not_allowed` | `not_member` | `policy_changed` | `policy_refused` | one of `LISTING_REFUSALS` or `POLICY_REFUSALS`
 */
export async function decideRecovery(
  api: VaultApi,
  vault: OpenVault,
  { holders, threshold, now }: { holders: readonly string[]; threshold: number; now: Date },
): Promise<void> {
  const [stored, rows] = await Promise.all([fetchPolicy(api), fetchPeople(api, holders)])
  const { head, last, versions } = await revisionsOf(vault, stored)
  const chosen = await Promise.all(holders.map((userId) => holderOf(vault, rows, { userId, head })))
  await requireListedPolicy(api, vault, { tenantId: stored.tenant_id, versions })
  await choosePeers(
    api,
    vault,
    chosen.flatMap(({ peer }) => peer ?? []),
  )
  const revision = (last?.revision ?? 0) + 1
  const signed = await signPolicy(
    {
      tenantId: stored.tenant_id,
      revision,
      previous: last && fromBase64Url(last.hash),
      threshold,
      holders: chosen.map(({ userId, print }) => ({ userId, fingerprint: print })),
      authorId: vault.userId,
      time: now.toISOString(),
    },
    vault.signer,
  )
  const body = { statement: signed.text, signature: toBase64Url(signed.signature) }
  await api.post('/statements/v1/recovery-policies', body)
  await rememberPolicy(api, vault, { revision, hash: toBase64Url(await policyHash(signed)) })
}

async function fetchPolicy(api: VaultApi): Promise<Answer> {
  const stored = await api.rest('rpc/recovery_policy', { method: 'POST', body: {} })
  // Null for a session without the second factor of its account.
  if (stored === null) throw new VaultError('needs_second_factor', 'This session has not proven its second factor.')
  return answer.parse(stored)
}

async function checkPolicy(
  vault: OpenVault,
  { head: { policy, hash }, seen }: { head: Revision; seen: Revision | null },
  rows: readonly PersonRow[],
): Promise<Omit<CheckedPolicy, 'listing'>> {
  const { print: _, ...author } = await personOf(vault, rows, policy.authorId)
  if (author.trust && isBlocked(author.trust)) throw changed()
  const holders = await Promise.all(
    policy.holders.map(async ({ userId, fingerprint: print }) => {
      const { print: offered, ...person } = await personOf(vault, rows, userId)
      // A known key that changed says more than that it is not the signed one.
      if (person.trust && isBlocked(person.trust)) throw changed()
      if (offered && !equalBytes(offered, print)) throw policyRefused()
      return person
    }),
  )
  const { revision, threshold, time: decidedAt } = policy
  const isVouched =
    author.trust === null || isVouching(author.trust) || (seen !== null && (await isNamedIn(seen, author, policy)))
  return { revision, hash, threshold, holders, author, isVouched, decidedAt }
}

/** True for an author or holder of a policy that this vault has agreed to, or decided. */
async function isNamedIn(
  { policy: seen }: Revision,
  { userId, peer }: { userId: string; peer: Peer | null },
  { authorKeyId }: Revision['policy'],
): Promise<boolean> {
  const isAuthor = seen.authorId === userId && equalBytes(seen.authorKeyId, authorKeyId)
  const print = peer?.fingerprint
  return (
    isAuthor ||
    seen.holders.some((holder) => holder.userId === userId && print && equalBytes(holder.fingerprint, print))
  )
}

type Found = PolicyPerson & { peer: Peer | null; print: Uint8Array | null }

/** Somebody named, with the keys that the server offers for them. @throws {VaultError} `key_changed` */
async function personOf(vault: OpenVault, rows: readonly PersonRow[], userId: string): Promise<Found> {
  const row = personIn(rows, userId)
  const none = { userId, email: '', name: '', peer: null }
  if (!row) return { ...none, isMe: false, isMember: false, trust: 'new', print: null }
  const profile = {
    userId,
    email: row.email ?? '',
    name: [row.first_name, row.last_name].filter(Boolean).join(' '),
    isMember: row.is_member,
  }
  if (userId === vault.userId) {
    return { ...none, ...profile, isMe: true, trust: null, print: await fingerprint(vault.bundle) }
  }
  const peer = await readPeer(vault, { ...profile, statement: row.statement, signature: row.signature })
  return { ...profile, isMe: false, trust: peer.trust, peer, print: peer.fingerprint }
}

const memberRow = z.object({
  user_id: z.uuid(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  statement: z.string().nullable(),
  signature: z.string().nullable(),
})

/** These members with their keys: of nobody else are keys read, however large the organisation is. */
async function fetchPeople(api: VaultApi, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  const rows = await readAll(api, memberRow, `rpc/team_members?user_id=in.(${ids.join(',')})&order=user_id`, {})
  return rows.flatMap(({ statement, signature, ...row }) =>
    statement === null || signature === null ? [] : [{ ...row, statement, signature, is_member: true }],
  )
}

/** A holder of the newest revision keeps the keys that it names; somebody new has those that the server shows. */
async function holderOf(
  vault: OpenVault,
  rows: readonly PersonRow[],
  { userId, head }: { userId: string; head: Revision | null },
) {
  const { peer, print } = await personOf(vault, rows, userId)
  if (!print) throw new VaultError('not_member', 'A holder does not belong to the organisation.')
  const named = head?.policy.holders.find((holder) => holder.userId === userId)
  if (named && !equalBytes(named.fingerprint, print)) throw keyChanged()
  return { userId, peer, print }
}

function changed(): VaultError {
  return new VaultError('key_changed', 'The keys of somebody named are not the ones that were seen before.')
}
