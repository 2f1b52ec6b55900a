import type { SpaceRole } from '#contract/organisation/space-roles.ts'
import { z } from 'zod'
import {
  type PublicBundle,
  ROSTER_LABEL_BYTES,
  type RosterMember,
  createRecordCipher,
  equalBytes,
  fingerprint,
  newSpaceKey,
  rosterHash,
  sealPreviousSpaceKey,
  signRoster,
  spaceKeyHash,
  systemRandom,
  toBase64Url,
  utf8,
  wrapHash,
  wrapKey,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { requireListedRoster } from './listed-roster.ts'
import { type TeamLabels, contextOf } from './open-team.ts'
import type { OpenTeam } from '../session/team.ts'
import type { OpenSpace } from '../session/open-space.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { choosePeers, type Listed, requireListed } from '../sharing/listed-people.ts'
import { type Peer, keyChanged, readPeer } from '../sharing/people.ts'
import { trustIn } from '../pins/pins.ts'
import type { Trust } from '../pins/trust.ts'
import { VaultError } from '../session/vault-error.ts'

/** Longer addresses are refused by servers and proxies. */
const IDS_PER_REQUEST = 100

const bundleRow = z.object({ user_id: z.uuid(), statement: z.string(), signature: z.string() })

/** Somebody who is to belong to a space. Address and name, as they were shown, count for people who are new to it. */
export type WantedMember = { userId: string; role: SpaceRole; email?: string; name?: string }

type NextEpoch = { id: string; name: string; members: readonly WantedMember[]; before: OpenTeam | null }
/** A member of the next epoch, with the keys that it is made for. */
type Member = Pick<Peer, 'userId' | 'email' | 'name' | 'fingerprint'> & {
  bundle: Pick<PublicBundle, 'userId' | 'keys'>
  trust: Trust
}
/** Everybody but oneself as the public log lists them. */
type Receiver = Listed<Member> | (Omit<Member, 'trust'> & { trust: null })

/**
 * Makes and signs the next epoch of a space, or the first of a new one. Members of the epoch before keep the keys that its roster
 * names; only people who are new are looked up, and their keys are remembered, because somebody chose them. The public log has to list the
 * keys of both, and the epoch before as the newest.
 *
 * @throws {VaultError} `key_changed` | `not_member` | one of `LISTING_REFUSALS` or as `requireListedRoster` before anything was sent; `space_changed` | `not_allowed`
 */
export async function beginEpoch(
  api: VaultApi,
  vault: OpenVault,
  { id, name, members, before }: NextEpoch,
): Promise<void> {
  const epoch = (before?.epoch ?? 0) + 1
  if (before) await requireListedRoster(api, vault, before)
  const receivers = await findReceivers(api, vault, { members, before })
  const key = newSpaceKey(systemRandom)
  const space: Omit<OpenSpace, 'rosterHash'> = { id, epoch, key, records: await createRecordCipher(key) }
  const wraps: Record<string, string> = {}
  const labels: TeamLabels = {}
  const entries = await Promise.all(
    members.map(async ({ userId, role }): Promise<RosterMember> => {
      const { bundle, fingerprint: print, email, name: label } = receivers.get(userId) ?? missing()
      const wrapped = await wrapKey({
        key,
        recipientPublicKey: bundle.keys.xWing,
        purpose: 'space-to-user',
        objectId: id,
        epoch,
        random: systemRandom,
      })
      wraps[userId] = toBase64Url(wrapped)
      Object.assign(labels, labelOf(userId, { email, name: label }))
      return { userId, fingerprint: print, role, wrapHash: await wrapHash(wrapped) }
    }),
  )
  const at = { spaceId: id, epoch }
  const roster = await signRoster(
    {
      ...at,
      previous: before ? await rosterHash(before.head) : null,
      name: await space.records.seal(contextOf(at, 'name'), utf8(name)),
      people: await space.records.seal(contextOf(at, 'people'), utf8(JSON.stringify(labels))),
      keyHash: await spaceKeyHash(key, at),
      members: entries,
      authorId: vault.userId,
      time: new Date().toISOString(),
    },
    vault.signer,
  )
  await api.post('/statements/v1/team-epochs', {
    space_id: id,
    epoch,
    roster: roster.text,
    signature: toBase64Url(roster.signature),
    previous_key: before && (await sealPrevious(before, space)),
    wraps,
  })
}

/**
 * What the roster says of a member. A name that is too long for it is cut. Nothing where nobody said who it is, or the address alone would
 * be too long: readers go by what they know themselves.
 */
function labelOf(userId: string, { email, name }: { email: string; name: string }): TeamLabels {
  if (email === '') return {}
  for (let length = Math.min(name.length, ROSTER_LABEL_BYTES); length >= 0; length--) {
    // A surrogate pair that is cut in two would leave a half that stands for nothing.
    const labels = { [userId]: { email, name: name.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') } }
    if (utf8(JSON.stringify(labels)).length <= ROSTER_LABEL_BYTES) return labels
  }
  return {}
}

async function sealPrevious(
  before: OpenTeam,
  { key: spaceKey, id: spaceId, epoch }: Pick<OpenSpace, 'key' | 'id' | 'epoch'>,
): Promise<string> {
  const previous = before.spaces[0]!.key
  return toBase64Url(await sealPreviousSpaceKey({ spaceKey, previous, spaceId, epoch, random: systemRandom }))
}

async function findReceivers(
  api: VaultApi,
  vault: OpenVault,
  { members, before }: Pick<NextEpoch, 'members' | 'before'>,
): Promise<Map<string, Receiver>> {
  const receivers = new Map<string, Receiver>()
  const staying: Member[] = []
  const added: WantedMember[] = []
  const roster = new Map(before?.rosters.get(before.epoch)?.members.map((member) => [member.userId, member]))
  for (const member of members) {
    const { userId, email = '', name = '' } = member
    const known = roster.get(userId)
    const person = before?.people.get(userId)
    if (userId === vault.userId) {
      const shown = known && person ? { email: person.email, name: person.name } : { email, name }
      const print = await fingerprint(vault.bundle)
      if (known && !equalBytes(known.fingerprint, print)) throw keyChanged()
      receivers.set(userId, { userId, ...shown, bundle: vault.bundle, fingerprint: print, trust: null })
    } else if (known && person) {
      if (!equalBytes(known.fingerprint, person.fingerprint)) throw keyChanged()
      const said = { userId, email: person.email, print: known.fingerprint }
      staying.push({ ...person, trust: trustIn(vault.keyring, said) })
    } else {
      added.push(member)
    }
  }
  const peers = await fetchAdded(api, vault, added)
  // Somebody who was here before comes back with the keys that the rosters of that time name.
  const earlier = [...(before?.rosters.values() ?? [])].flatMap((one) => one.members)
  const isOther = ({ userId, fingerprint: print }: Peer) =>
    earlier.some((one) => one.userId === userId && !equalBytes(one.fingerprint, print))
  if (peers.some(isOther)) throw keyChanged()
  const listed = [...(await requireListed(api, vault, staying)), ...(await choosePeers(api, vault, peers))]
  for (const member of listed) receivers.set(member.userId, member)
  return receivers
}

/** The keys of people who are new to the space, as the server shows them. */
async function fetchAdded(api: VaultApi, vault: OpenVault, added: readonly WantedMember[]): Promise<Peer[]> {
  const labels = new Map(added.map((member) => [member.userId, member]))
  const rows: z.infer<typeof bundleRow>[] = []
  for (let at = 0; at < added.length; at += IDS_PER_REQUEST) {
    const ids = added.slice(at, at + IDS_PER_REQUEST).map(({ userId }) => userId)
    const query = `user_key_bundles?select=user_id,statement,signature&user_id=in.(${ids.join(',')})`
    rows.push(...z.array(bundleRow).parse(await api.rest(query)))
  }
  return Promise.all(
    rows
      .filter(({ user_id }) => labels.has(user_id))
      .map(({ user_id: userId, statement, signature }) => {
        const { email = '', name = '' } = labels.get(userId) ?? {}
        return readPeer(vault, { userId, email: email.trim().toLowerCase(), name, statement, signature })
      }),
  )
}

function missing(): never {
  throw new VaultError('not_member', 'Somebody in the list does not belong to the organisation, or has no vault yet.')
}
