import { canEditSpace, SPACE_ROLES, type SpaceRole } from '#contract/organisation/space-roles.ts'
import { z } from 'zod'
import {
  CryptoError,
  type Roster,
  type SpaceKey,
  asSpaceKey,
  createRecordCipher,
  equalBytes,
  fromBase64Url,
  fromUtf8,
  openPreviousSpaceKey,
  rosterCode,
  rosterHash,
  signingKeyId,
  spaceKeyHash,
  toBase64Url,
  toHex,
  unwrapKey,
  wrapHash,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import type { OpenSpace } from '../session/open-space.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { pinnedMailOf } from '../pins/pins.ts'
import { type Epoch, type TeamHistory, checkNewEpochs, fetchTeamHistory, rememberHead } from './team-history.ts'
import type { OpenTeam, TeamPerson } from '../session/team.ts'
import { VaultError } from '../session/vault-error.ts'

export const summaryRow = z.object({
  space_id: z.uuid(),
  epoch: z.int(),
  role: z.enum(SPACE_ROLES),
  wrapped_key: z.string(),
  has_left: z.int(),
  created_at: z.string(),
})
export type TeamSummary = z.infer<typeof summaryRow>

/** What a roster says of its members, sealed: names and addresses by user id. */
const labelsShape = z.record(z.uuid(), z.strictObject({ email: z.string(), name: z.string() }))
export type TeamLabels = z.infer<typeof labelsShape>

/**
 * Reads the history of a space and checks it: each roster names the one before by its hash and its members by the keys they had there,
 * those that this vault has not seen yet were signed by a manager of the epoch before, and every key is the one that its roster commits
 * to. What was seen is remembered, so a server cannot go back behind it or show another history. Nobody's keys are remembered: to
 * be listed in a space is no reason to be trusted elsewhere.
 *
 * @throws {VaultError} `space_refused` | `key_changed`
 */
export async function openTeam(api: VaultApi, vault: OpenVault, summary: TeamSummary): Promise<OpenTeam> {
  try {
    const history = await fetchTeamHistory(api, summary.space_id)
    const team = await checkTeam(vault, summary, history)
    await rememberHead(api, vault, history.epochs[0]!)
    return team
  } catch (cause) {
    if (cause instanceof CryptoError || cause instanceof z.ZodError || cause instanceof SyntaxError)
      throw refused(cause)
    throw cause
  }
}

/**
 * The decision: what the server says of a space against what this vault knows and has keys for.
 *
 * @throws {CryptoError} `verify_failed` | `unwrap_failed` | `open_failed`
 * @throws {VaultError} `key_changed`
 * @throws {ZodError | SyntaxError} for labels that are none
 */
async function checkTeam(vault: OpenVault, summary: TeamSummary, history: TeamHistory): Promise<OpenTeam> {
  const { epochs } = history
  const head = epochs[0]
  if (!head || head.roster.epoch !== summary.epoch) throw new CryptoError('verify_failed', 'epoch')
  await checkNewEpochs(vault, history)
  const spaces = await openKeys(vault, summary, epochs)
  const name = fromUtf8(await spaces[0]!.records.open(contextOf(head.roster, 'name'), head.roster.name))
  const people = labelled(vault, history.people, await openLabels(spaces[0]!, head.roster))
  const hash = await rosterHash(head.signed)
  return {
    id: summary.space_id,
    name,
    epoch: summary.epoch,
    rosterHash: toBase64Url(hash),
    code: rosterCode(hash),
    role: ownRole(vault, head.roster),
    createdAt: summary.created_at,
    // Counted here: the server's number alone could hide somebody who still holds the key.
    hasLeft: head.roster.members.filter(({ userId }) => !people.get(userId)?.isMember).length,
    rosters: new Map(epochs.map(({ roster }) => [roster.epoch, roster])),
    head: head.signed,
    people,
    spaces,
  }
}

/** Where the sealed records of a roster belong. */
export const contextOf = (
  { spaceId, epoch }: Pick<Roster, 'spaceId' | 'epoch'>,
  field: 'name' | 'people',
): { kind: string; id: string; version: number; field: string } => ({
  kind: 'space',
  id: spaceId,
  version: epoch,
  field,
})

/** The author of a manifest, if their roster let them change files in that epoch. @throws {CryptoError} `verify_failed` */
export async function authorInTeam(team: OpenTeam, epoch: number, keyId: Uint8Array): Promise<TeamPerson> {
  for (const member of team.rosters.get(epoch)?.members ?? []) {
    const person = team.people.get(member.userId)
    if (!person || !canEditSpace(member.role) || !equalBytes(member.fingerprint, person.fingerprint)) continue
    if (equalBytes(await signingKeyId(person.bundle.keys), keyId)) return person
  }
  throw new CryptoError('verify_failed', 'author')
}

async function openLabels({ records }: OpenSpace, roster: Roster): Promise<TeamLabels> {
  if (roster.people === null) return {}
  return labelsShape.parse(JSON.parse(fromUtf8(await records.open(contextOf(roster, 'people'), roster.people))))
}

/** A label that a manager signed, or an address that this vault knows, counts more than the server's word. */
function labelled(
  { keyring }: OpenVault,
  people: ReadonlyMap<string, TeamPerson>,
  labels: TeamLabels,
): ReadonlyMap<string, TeamPerson> {
  return new Map(
    [...people].map(([userId, person]) => {
      const { email, name } = labels[userId] ?? {
        email: pinnedMailOf(keyring, userId, person.email) ?? person.email,
        name: person.name,
      }
      return [userId, { ...person, email, name }]
    }),
  )
}

async function openKeys(vault: OpenVault, summary: TeamSummary, history: readonly Epoch[]): Promise<OpenSpace[]> {
  const { space_id: id } = summary
  const wrapped = fromBase64Url(summary.wrapped_key)
  const { roster } = history[0]!
  const me = roster.members.find(({ userId }) => userId === vault.userId)
  const isMine =
    me !== undefined &&
    toHex(me.fingerprint) === vault.keyFingerprint &&
    equalBytes(me.wrapHash, await wrapHash(wrapped))
  if (!isMine) throw new CryptoError('verify_failed', 'member')

  const options = { recipient: vault.kem, purpose: 'space-to-user', objectId: id, epoch: summary.epoch } as const
  let key = asSpaceKey(await unwrapKey({ wrapped, ...options }))
  const spaces: OpenSpace[] = []
  for (const { roster: listed, signed, previousKey } of history) {
    spaces.push(await openEpoch(key, listed, await rosterHash(signed)))
    if (previousKey === null) break
    const { epoch } = listed
    key = await openPreviousSpaceKey({ spaceKey: key, sealed: fromBase64Url(previousKey), spaceId: id, epoch })
  }
  if (spaces.length !== history.length) throw new CryptoError('verify_failed', 'keys')
  return spaces
}

async function openEpoch(key: SpaceKey, { spaceId: id, epoch, keyHash }: Roster, hash: Uint8Array): Promise<OpenSpace> {
  if (!equalBytes(keyHash, await spaceKeyHash(key, { spaceId: id, epoch })))
    throw new CryptoError('verify_failed', 'key')
  return { id, epoch, key, records: await createRecordCipher(key), rosterHash: hash }
}

function ownRole(vault: OpenVault, { members }: Roster): SpaceRole {
  return members.find(({ userId }) => userId === vault.userId)?.role ?? 'viewer'
}

function refused(cause: unknown): VaultError {
  return new VaultError('space_refused', 'The members of this space are not what one of its managers signed.', {
    cause,
  })
}
