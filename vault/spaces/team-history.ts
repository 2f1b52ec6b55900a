import { canManageSpace } from '#contract/organisation/space-roles.ts'
import { z } from 'zod'
import {
  CryptoError,
  type Roster,
  type SignedStatement,
  equalBytes,
  fingerprint,
  fromBase64Url,
  isNextRoster,
  keepsFingerprints,
  readRoster,
  rosterHash,
  toBase64Url,
  toHex,
  verifyBundle,
  verifyRoster,
} from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { VaultError } from '../session/vault-error.ts'
import { changeKeyring } from '../session/keyring-store.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { keyChanged } from '../sharing/people.ts'
import { trustIn } from '../pins/pins.ts'
import { isBlocked } from '../pins/trust.ts'
import type { TeamPerson } from '../session/team.ts'

/** One epoch as the server holds it. */
export type Epoch = { roster: Roster; signed: SignedStatement; previousKey: string | null }

const historyRow = z.object({
  epoch: z.int(),
  roster: z.string(),
  signature: z.string(),
  previous_key: z.string().nullable(),
})
type HistoryRow = z.infer<typeof historyRow>
const personRow = z.object({
  user_id: z.uuid(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  statement: z.string(),
  signature: z.string(),
  is_member: z.boolean(),
})
type PersonRow = z.infer<typeof personRow>

/** What the server holds about a space: its epochs, newest first, and everybody who was ever in one. */
export type TeamHistory = { epochs: readonly Epoch[]; people: ReadonlyMap<string, TeamPerson> }

/** What this vault reads of one space; a history is a few hundred bytes for each member and change. The server stores less. */
const HISTORY_LENGTH_MAX = 288 * 1024 * 1024
/** What a row counts at least: without it a server could go on forever with empty ones. */
const ROW_LENGTH = 256
/** People in one answer of `team_space_people`, unless it is the last. */
const PEOPLE_AT_ONCE = 500

/**
 * Reads a history page by page: down to the first epoch, and everybody who was ever in one.
 *
 * @throws as `readTeamHistory`; {VaultError} `space_refused` when it is too long to read: a colleague can make one space as long as that, and it
 * must not hide the others.
 */
export async function fetchTeamHistory(api: VaultApi, spaceId: string): Promise<TeamHistory> {
  const room = { left: HISTORY_LENGTH_MAX }
  const [epochs, people] = await Promise.all([fetchEpochs(api, spaceId, room), fetchPeople(api, spaceId, room)]).catch(
    (cause: unknown) => {
      if (cause instanceof VaultError && cause.code === 'file_too_large') throw tooLong(cause)
      throw cause
    },
  )
  return readTeamHistory(spaceId, { epochs, people })
}

/** Length that may still be read. */
type Room = { left: number }

async function fetchEpochs(api: VaultApi, spaceId: string, room: Room): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = []
  for (let below: number | null = null; below === null || below > 1; below = rows.at(-1)!.epoch) {
    const body = { space: spaceId, below }
    const page = z.array(historyRow).parse(await api.rest('rpc/team_space_history', { method: 'POST', body }))
    if (page.length === 0) break
    for (const row of page) {
      // A server that goes round in circles would never reach the first.
      if (below !== null && row.epoch >= below) throw new CryptoError('verify_failed', 'history')
      take(room, ROW_LENGTH + row.roster.length + row.signature.length)
    }
    rows.push(...page)
  }
  return rows
}

async function fetchPeople(api: VaultApi, spaceId: string, room: Room): Promise<PersonRow[]> {
  const rows: PersonRow[] = []
  for (;;) {
    const body = { space: spaceId, after: rows.at(-1)?.user_id ?? null }
    const page = z.array(personRow).parse(await api.rest('rpc/team_space_people', { method: 'POST', body }))
    for (const { statement, signature } of page) take(room, ROW_LENGTH + statement.length + signature.length)
    rows.push(...page)
    if (page.length < PEOPLE_AT_ONCE) return rows
  }
}

function take(room: Room, length: number): void {
  room.left -= length
  if (room.left < 0) throw tooLong()
}

function tooLong(cause?: unknown): VaultError {
  return new VaultError('space_refused', 'The history of this space is too long to read.', { cause })
}

/**
 * Reads a history and checks what needs nobody's keys: no gap down to the first epoch, each naming the hash of the one below it, and
 * nobody's keys different from one epoch to the next.
 *
 * @param rows as the server answers.
 * @throws {CryptoError} `verify_failed`
 * @throws {ZodError}
 */
export async function readTeamHistory(
  spaceId: string,
  rows: { epochs: unknown; people: unknown },
): Promise<TeamHistory> {
  const [epochs, people] = await Promise.all([
    readEpochs(spaceId, z.array(historyRow).parse(rows.epochs)),
    readPeople(z.array(personRow).parse(rows.people)),
  ])
  return { epochs, people }
}

async function readEpochs(spaceId: string, rows: readonly HistoryRow[]): Promise<Epoch[]> {
  const epochs = rows.map((row) => ({
    roster: readRoster(row.roster),
    signed: { text: row.roster, signature: fromBase64Url(row.signature) },
    previousKey: row.previous_key,
  }))
  for (const [index, { roster }] of epochs.entries()) {
    const below = epochs[index + 1]
    const isPlaced = roster.spaceId === spaceId && roster.epoch === epochs.length - index
    const isLinked = below ? equalBytes(roster.previous ?? new Uint8Array(), await rosterHash(below.signed)) : true
    if (!isPlaced || !isLinked) throw new CryptoError('verify_failed', 'history')
  }
  // Over all epochs, not only neighbours: somebody who comes back has the keys they had.
  const members = epochs.flatMap(({ roster }) => roster.members)
  if (!keepsFingerprints({ members }, { members })) throw new CryptoError('verify_failed', 'keys of a member')
  return epochs
}

async function readPeople(rows: readonly PersonRow[]): Promise<Map<string, TeamPerson>> {
  const people = rows.map(async (row): Promise<[string, TeamPerson]> => {
    const { user_id: userId, statement, signature } = row
    const bundle = await verifyBundle({ text: statement, signature: fromBase64Url(signature) }, userId)
    const person = {
      userId,
      email: row.email ?? '',
      name: [row.first_name, row.last_name].filter(Boolean).join(' '),
      bundle,
      fingerprint: await fingerprint(bundle),
      isMember: row.is_member,
    }
    return [userId, person]
  })
  return new Map(await Promise.all(people))
}

/**
 * Checks who signed what this vault has not seen yet, and that the newest members have the keys which this vault knows of them.
 *
 * @throws {CryptoError} `verify_failed` for an older or another history, or an author who was no manager
 * @throws {VaultError} `key_changed`
 */
export async function checkNewEpochs(vault: OpenVault, { epochs, people }: TeamHistory): Promise<void> {
  const head = epochs[0]!
  const pinned = readPin(vault, head.roster.spaceId)
  const at = (epoch: number): Epoch | undefined => epochs[epochs.length - epoch]
  if (pinned) {
    const known = at(pinned.epoch)
    const isSame = known !== undefined && toBase64Url(await rosterHash(known.signed)) === pinned.hash
    if (!isSame) throw new CryptoError('verify_failed', 'an older or another history')
  }
  // At the first contact the newest roster alone is checked: everything below it is in it, by hash.
  const from = pinned ? pinned.epoch + 1 : head.roster.epoch
  for (let epoch = from; epoch <= head.roster.epoch; epoch++) {
    await checkAuthor(vault, { entry: at(epoch)!, below: at(epoch - 1), people })
  }
  checkMembers(vault, head.roster, people)
}

async function checkAuthor(
  vault: OpenVault,
  { entry, below, people }: { entry: Epoch; below: Epoch | undefined; people: ReadonlyMap<string, TeamPerson> },
): Promise<void> {
  const { roster, signed } = entry
  const author = people.get(roster.authorId)
  if (!author) throw new CryptoError('verify_failed', 'author')
  if (isKnownOtherwise(vault, author.userId, author.fingerprint)) throw keyChanged()
  await verifyRoster(signed, { author: author.bundle.keys, spaceId: roster.spaceId })
  const isAllowed = below
    ? await isNextRoster(below, roster, author.fingerprint)
    : roster.members.some(
        ({ userId, role, fingerprint: print }) =>
          userId === author.userId && canManageSpace(role) && equalBytes(print, author.fingerprint),
      )
  if (!isAllowed) throw new CryptoError('verify_failed', 'author')
}

/** The roster says whose key is whose: neither the server's table nor what this vault knows may differ from it. */
function checkMembers(vault: OpenVault, { members }: Roster, people: ReadonlyMap<string, TeamPerson>): void {
  for (const { userId, fingerprint: print } of members) {
    if (isKnownOtherwise(vault, userId, print)) throw keyChanged()
    const person = people.get(userId)
    if (!person || !equalBytes(person.fingerprint, print)) throw new CryptoError('verify_failed', 'keys of a member')
  }
}

function isKnownOtherwise(vault: OpenVault, userId: string, print: Uint8Array): boolean {
  if (userId === vault.userId) return toHex(print) !== vault.keyFingerprint
  return isBlocked(trustIn(vault.keyring, { userId, email: '', print }))
}

/** Nobody goes back behind this roster, on any device. */
export async function rememberHead(api: VaultApi, vault: OpenVault, { roster, signed }: Epoch): Promise<void> {
  const { spaceId, epoch } = roster
  // While the server's keyring is an older one, nothing is written until the person puts the newer one back.
  if (vault.stale || (readPin(vault, spaceId)?.epoch ?? 0) >= epoch) return
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

const spacePin = (spaceId: string): string => `space/${spaceId}`
