import { z } from 'zod'
import {
  CryptoError,
  type PublicBundle,
  type Roster,
  type RosterRole,
  type SignedStatement,
  type SpaceKey,
  asSpaceKey,
  createRecordCipher,
  equalBytes,
  fingerprint,
  fromBase64Url,
  fromUtf8,
  isNextRoster,
  openPreviousSpaceKey,
  readRoster,
  rosterHash,
  signingKeyId,
  spaceKeyHash,
  toBase64Url,
  toHex,
  unwrapKey,
  verifyBundle,
  verifyRoster,
  wrapHash,
} from '#crypto/index.ts'
import type { VaultApi } from './api.ts'
import { changeKeyring } from './keyring-store.ts'
import type { OpenSpace, OpenVault } from './open-vault.ts'
import { pinPeers, readPeer } from './people.ts'
import { VaultError } from './vault-error.ts'

/** Somebody who is or was in a team space. */
export type TeamPerson = {
  userId: string
  email: string
  name: string
  bundle: PublicBundle
  fingerprint: Uint8Array
  signed: { statement: string; signature: string }
  /** False for who left, was removed, or has no account any more. */
  isMember: boolean
}

/** A team space whose history was checked, with the keys of all its epochs. */
export type OpenTeam = {
  id: string
  name: string
  epoch: number
  role: RosterRole
  /** ISO 8601. */
  createdAt: string
  /** Members of the newest roster who do not belong to it any more: its key has to change. */
  hasLeft: number
  /** By epoch. */
  rosters: ReadonlyMap<number, Roster>
  head: Pick<SignedStatement, 'text'>
  people: ReadonlyMap<string, TeamPerson>
  /** Keys of the epochs, newest first. */
  spaces: readonly OpenSpace[]
}

export const summaryRow = z.object({
  space_id: z.uuid(),
  epoch: z.int(),
  role: z.enum(['manager', 'editor', 'viewer']),
  wrapped_key: z.string(),
  has_left: z.int(),
  created_at: z.string(),
})
export type TeamSummary = z.infer<typeof summaryRow>

const historyRow = z.object({
  epoch: z.int(),
  roster: z.string(),
  signature: z.string(),
  previous_key: z.string().nullable(),
})
const personRow = z.object({
  user_id: z.uuid(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  statement: z.string(),
  signature: z.string(),
  is_member: z.boolean(),
})
type Epoch = { roster: Roster; signed: SignedStatement; previousKey: string | null }

/**
 * Reads the history of a space and checks it: each roster names the one before by its hash, those that this vault has not seen yet were
 * signed by a manager of the epoch before, and every key is the one that its roster commits to. What was seen is remembered, so a
 * server cannot go back behind it or show another history.
 *
 * @throws {VaultError} `space_refused` | `key_changed`
 */
export async function openTeam(api: VaultApi, vault: OpenVault, summary: TeamSummary): Promise<OpenTeam> {
  const { space_id: id } = summary
  const [historyRows, peopleRows] = await Promise.all([
    api.rest('rpc/team_space_history', { method: 'POST', body: { space: id } }),
    api.rest('rpc/team_space_people', { method: 'POST', body: { space: id } }),
  ])
  try {
    const people = await readPeople(z.array(personRow).parse(peopleRows))
    const history = await readHistory(id, z.array(historyRow).parse(historyRows))
    const head = history[0]
    if (!head || head.roster.epoch !== summary.epoch) throw new CryptoError('verify_failed', 'epoch')
    await checkNewEpochs(api, vault, { history, people })
    const spaces = await openKeys(vault, summary, history)
    const context = { kind: 'space', id, version: head.roster.epoch, field: 'name' }
    const name = fromUtf8(await spaces[0]!.records.open(context, head.roster.name))
    await rememberHead(api, vault, head)
    return {
      id,
      name,
      epoch: summary.epoch,
      role: ownRole(vault, head.roster),
      createdAt: summary.created_at,
      // Counted here: the server's number alone could hide somebody who still holds the key.
      hasLeft: head.roster.members.filter(({ userId }) => !people.get(userId)?.isMember).length,
      rosters: new Map(history.map(({ roster }) => [roster.epoch, roster])),
      head: head.signed,
      people,
      spaces,
    }
  } catch (cause) {
    if (cause instanceof CryptoError || cause instanceof z.ZodError) throw refused(cause)
    throw cause
  }
}

/** The author of a manifest, if their roster let them change files in that epoch. @throws {CryptoError} `verify_failed` */
export async function authorInTeam(team: OpenTeam, epoch: number, keyId: Uint8Array): Promise<TeamPerson> {
  for (const member of team.rosters.get(epoch)?.members ?? []) {
    const person = team.people.get(member.userId)
    if (!person || member.role === 'viewer' || !equalBytes(member.fingerprint, person.fingerprint)) continue
    if (equalBytes(await signingKeyId(person.bundle.keys), keyId)) return person
  }
  throw new CryptoError('verify_failed', 'author')
}

async function readPeople(rows: readonly z.infer<typeof personRow>[]): Promise<Map<string, TeamPerson>> {
  const people = rows.map(async (row): Promise<[string, TeamPerson]> => {
    const { user_id: userId, statement, signature } = row
    const bundle = await verifyBundle({ text: statement, signature: fromBase64Url(signature) }, userId)
    const person = {
      userId,
      email: row.email ?? '',
      name: [row.first_name, row.last_name].filter(Boolean).join(' '),
      bundle,
      fingerprint: await fingerprint(bundle),
      signed: { statement, signature },
      isMember: row.is_member,
    }
    return [userId, person]
  })
  return new Map(await Promise.all(people))
}

/** Newest first, without a gap down to the first, each naming the hash of the one below it. */
async function readHistory(id: string, rows: readonly z.infer<typeof historyRow>[]): Promise<Epoch[]> {
  const history = rows.map((row) => ({
    roster: readRoster(row.roster),
    signed: { text: row.roster, signature: fromBase64Url(row.signature) },
    previousKey: row.previous_key,
  }))
  for (const [index, { roster }] of history.entries()) {
    const below = history[index + 1]
    const isPlaced = roster.spaceId === id && roster.epoch === history.length - index
    const isLinked = below ? equalBytes(roster.previous ?? new Uint8Array(), await rosterHash(below.signed)) : true
    if (!isPlaced || !isLinked) throw new CryptoError('verify_failed', 'history')
  }
  return history
}

async function checkNewEpochs(
  api: VaultApi,
  vault: OpenVault,
  { history, people }: { history: readonly Epoch[]; people: ReadonlyMap<string, TeamPerson> },
): Promise<void> {
  const head = history[0]!
  const pinned = readPin(vault, head.roster.spaceId)
  const at = (epoch: number): Epoch | undefined => history[history.length - epoch]
  if (pinned) {
    const known = at(pinned.epoch)
    const isSame = known !== undefined && toBase64Url(await rosterHash(known.signed)) === pinned.hash
    if (!isSame) throw new CryptoError('verify_failed', 'an older or another history')
  }
  // At the first contact the newest roster alone is checked: everything below it is in it, by hash.
  const from = pinned ? pinned.epoch + 1 : head.roster.epoch
  for (let epoch = from; epoch <= head.roster.epoch; epoch++) {
    await checkAuthor(api, vault, { entry: at(epoch)!, below: at(epoch - 1), people })
  }
}

async function checkAuthor(
  api: VaultApi,
  vault: OpenVault,
  { entry, below, people }: { entry: Epoch; below: Epoch | undefined; people: ReadonlyMap<string, TeamPerson> },
): Promise<void> {
  const { roster, signed } = entry
  const author = people.get(roster.authorId)
  if (!author) throw new CryptoError('verify_failed', 'author')
  await verifyRoster(signed, { author: author.bundle.keys, spaceId: roster.spaceId })
  const isAllowed = below
    ? await isNextRoster(below, roster, author.fingerprint)
    : roster.members.some(
        ({ userId, role, fingerprint: print }) =>
          userId === author.userId && role === 'manager' && equalBytes(print, author.fingerprint),
      )
  if (!isAllowed) throw new CryptoError('verify_failed', 'author')
  if (author.userId === vault.userId) {
    if (toHex(author.fingerprint) !== vault.keyFingerprint) throw new CryptoError('verify_failed', 'author')
    return
  }
  const { userId, email, name } = author
  await pinPeers(api, vault, [await readPeer(vault, { userId, email, name, ...author.signed })])
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
  for (const { roster: said, signed, previousKey } of history) {
    spaces.push(await openEpoch(key, said, await rosterHash(signed)))
    if (previousKey === null) break
    const { epoch } = said
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

function ownRole(vault: OpenVault, { members }: Roster): RosterRole {
  return members.find(({ userId }) => userId === vault.userId)?.role ?? 'viewer'
}

/** Nobody goes back behind this roster, on any device. */
async function rememberHead(api: VaultApi, vault: OpenVault, { roster, signed }: Epoch): Promise<void> {
  const { spaceId, epoch } = roster
  if ((readPin(vault, spaceId)?.epoch ?? 0) >= epoch) return
  const value = `${epoch}:${toBase64Url(await rosterHash(signed))}`
  await changeKeyring(api, vault, ({ peers, pins }) => {
    const known = parsePin(pins[spacePin(spaceId)])
    return known && known.epoch >= epoch ? null : { peers, pins: { ...pins, [spacePin(spaceId)]: value } }
  })
}

function readPin(vault: OpenVault, spaceId: string): { epoch: number; hash: string } | undefined {
  return parsePin(vault.keyring.pins[spacePin(spaceId)])
}

function parsePin(pin: string | undefined): { epoch: number; hash: string } | undefined {
  const [epoch, hash] = pin?.split(':') ?? []
  return epoch === undefined || hash === undefined ? undefined : { epoch: Number(epoch), hash }
}

function refused(cause: unknown): VaultError {
  return new VaultError('space_refused', 'The members of this space are not what one of its managers signed.', {
    cause,
  })
}

const spacePin = (spaceId: string): string => `space/${spaceId}`
