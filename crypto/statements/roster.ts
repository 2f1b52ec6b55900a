import { canManageSpace, SPACE_ROLES, type SpaceRole } from '#contract/organisation/space-roles.ts'
import { type Bytes, concat, equalBytes, requireLength, uint } from '../bytes.ts'
import { type Json, parseCanonicalJson } from './canonical-json.ts'
import { stretchedDigits } from '../identity/digits.ts'
import { toBase64Url, utf8, uuidBytes } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { fieldsOf } from './fields.ts'
import { KEY_BYTES, type SpaceKey } from '../envelope/keys.ts'
import { type Signer, signingKeyId, type VerifyingKeys } from '../primitives/signature.ts'
import { readStatement, type SignedStatement, signStatement } from './statement.ts'
import { digest } from '../primitives/symmetric.ts'

/** Somebody who holds the key of an epoch. */
export type RosterMember = {
  /** UUID text. */
  readonly userId: string
  /** `fingerprint` of their public keys, 32 bytes: whose signatures count, and for whom the key was wrapped. */
  readonly fingerprint: Uint8Array
  readonly role: SpaceRole
  /** SHA-256 of the key of this epoch as it was wrapped for them. */
  readonly wrapHash: Uint8Array
}

/**
 * Who belongs to a team space from one epoch on, and which key the epoch has. Each change of members or name is the next epoch with
 * a new key, signed by somebody who was a manager in the epoch before: a server can neither add a member nor keep one.
 */
export type Roster = {
  /** UUID text. */
  readonly spaceId: string
  /** 1 for the first, then one more each time. */
  readonly epoch: number
  /** `rosterHash` of the epoch before (32 bytes); null in epoch 1. */
  readonly previous: Uint8Array | null
  /** Sealed record (`record.ts`, kind `space`, version = epoch, field `name`). */
  readonly name: Uint8Array
  /**
   * Sealed record like `name`, field `people`: names and addresses of the members as their managers know them, so that a server cannot
   * exchange labels. Null in version 1.
   */
  readonly people: Uint8Array | null
  /** `spaceKeyHash` of the key of this epoch: every member got the same one. 32 bytes. */
  readonly keyHash: Uint8Array
  /** Sorted by user id, each once, at least one manager. */
  readonly members: readonly RosterMember[]
  /** UUID text of who signed. */
  readonly authorId: string
  /** `signingKeyId` of who signed. */
  readonly authorKeyId: Uint8Array
  /** UTC with milliseconds. */
  readonly time: string
}

const CODE_GROUPS = 6

/** Members that one roster may have. */
export const ROSTER_MEMBERS_MAX = 500
/** Sealed name of a space. */
const NAME_BYTES_MAX = 1024
/** What a roster may say of one member in `people`, as JSON: an address is always kept, a long name is cut. */
export const ROSTER_LABEL_BYTES = 512
/** IV, tag and braces around the labels. */
const PEOPLE_OVERHEAD_BYTES = 64

const NAMES = [
  'v',
  'space_id',
  'epoch',
  'previous',
  'name',
  'key_hash',
  'members',
  'author_id',
  'author_key_id',
  'time',
] as const
/** Version 2 adds the labels of the members. */
const NAMES_V2 = [...NAMES, 'people'] as const
const MEMBER_NAMES = ['user_id', 'fingerprint', 'role', 'wrap_hash'] as const

type Code = 'bad_argument' | 'verify_failed'

/** Signs a roster (version 2); the author's key id is filled in and the members are sorted. @throws {CryptoError} `bad_argument` */
export async function signRoster(
  roster: Omit<Roster, 'authorKeyId' | 'people'> & { people: Uint8Array },
  signer: Signer,
): Promise<SignedStatement> {
  const members = roster.members.map(memberValue).toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1))
  const value = {
    v: 2,
    space_id: roster.spaceId,
    epoch: roster.epoch,
    previous: roster.previous && toBase64Url(roster.previous),
    name: toBase64Url(roster.name),
    people: toBase64Url(roster.people),
    key_hash: toBase64Url(roster.keyHash),
    members,
    author_id: roster.authorId,
    author_key_id: toBase64Url(signer.keyId),
    time: roster.time,
  }
  if (!isRosterOfFairSize(rosterOf(value, 'bad_argument'))) throw new CryptoError('bad_argument', 'size')
  return signStatement(signer, 'qs1/roster', value)
}

/**
 * Checks who signed. Whether the author was allowed to is the question of `isNextRoster`.
 *
 * @throws {CryptoError} `verify_failed`
 */
export async function verifyRoster(
  signed: SignedStatement,
  { author, spaceId }: { author: VerifyingKeys; spaceId: string },
): Promise<Roster> {
  const roster = rosterOf(await readStatement(author, 'qs1/roster', signed), 'verify_failed')
  const isAuthor = equalBytes(roster.authorKeyId, await signingKeyId(author))
  if (!isAuthor || roster.spaceId !== spaceId.toLowerCase()) throw new CryptoError('verify_failed', 'roster')
  return roster
}

/**
 * Reads a roster without its signature: for one whose hash is in a roster that was verified, and for finding out whose signature
 * to check.
 *
 * @throws {CryptoError} `verify_failed`
 */
export function readRoster(text: string): Roster {
  return rosterOf(parseCanonicalJson(text), 'verify_failed')
}

/**
 * Everybody in a space reads all of its rosters, so nobody may make them longer than they have to be. Asked by who signs and by the
 * server that stores; readers take what is there, since older rosters had no limit.
 */
export function isRosterOfFairSize({ name, people, members }: Pick<Roster, 'name' | 'people' | 'members'>): boolean {
  const labelBytes = people?.length ?? 0
  return name.length <= NAME_BYTES_MAX && labelBytes <= PEOPLE_OVERHEAD_BYTES + ROSTER_LABEL_BYTES * members.length
}

/** True when `next` follows `before` by one epoch, a manager of `before` signed it, and nobody's keys changed between the two. */
export async function isNextRoster(
  before: { roster: Roster; signed: Pick<SignedStatement, 'text'> },
  next: Roster,
  authorFingerprint: Uint8Array,
): Promise<boolean> {
  const { roster, signed } = before
  const manager = roster.members.find(({ userId, role }) => userId === next.authorId && canManageSpace(role))
  return (
    next.spaceId === roster.spaceId &&
    next.epoch === roster.epoch + 1 &&
    next.previous !== null &&
    equalBytes(next.previous, await rosterHash(signed)) &&
    manager !== undefined &&
    equalBytes(manager.fingerprint, authorFingerprint) &&
    keepsFingerprints(roster, next)
  )
}

/**
 * True when everybody who is in both rosters has the same keys in both. Keys of an account never change, so a difference means that
 * the author of the later one was given somebody else's.
 */
export function keepsFingerprints(before: Pick<Roster, 'members'>, next: Pick<Roster, 'members'>): boolean {
  const known = new Map(before.members.map(({ userId, fingerprint }) => [userId, fingerprint]))
  return next.members.every(({ userId, fingerprint }) => {
    const earlier = known.get(userId)
    return earlier === undefined || equalBytes(earlier, fingerprint)
  })
}

/** SHA-256 of a roster's text. 32 bytes. */
export function rosterHash(signed: Pick<SignedStatement, 'text'>): Promise<Bytes> {
  return digest('SHA-256', utf8(signed.text))
}

/**
 * A roster in digits, for members to compare: a server that shows two histories of a space shows two codes.
 *
 * @param hash `rosterHash`.
 * @returns 30 digits in 6 groups: `stretchedDigits`.
 */
export function rosterCode(hash: Uint8Array): string {
  return stretchedDigits('qs1/roster-code', hash, CODE_GROUPS)
}

/** Commits to the key of an epoch without giving it away. 32 bytes. */
export function spaceKeyHash(
  spaceKey: SpaceKey,
  { spaceId, epoch }: { spaceId: string; epoch: number },
): Promise<Bytes> {
  requireLength('space key', spaceKey, KEY_BYTES)
  return digest('SHA-256', concat(utf8('qs1/space-key-hash'), uint(0, 1), uuidBytes(spaceId), uint(epoch, 4), spaceKey))
}

const memberValue = ({ userId, fingerprint, role, wrapHash }: RosterMember) => ({
  user_id: userId,
  fingerprint: toBase64Url(fingerprint),
  role,
  wrap_hash: toBase64Url(wrapHash),
})

function rosterOf(value: Json, code: Code): Roster {
  const isLabelled = typeof value === 'object' && value !== null && 'people' in value
  const fields = fieldsOf(value, isLabelled ? NAMES_V2 : NAMES, code)
  const epoch = fields.integer('epoch')
  const isFirst = epoch === 1
  const isVersion = fields.integer('v') === (isLabelled ? 2 : 1)
  if (!isVersion || epoch === 0 || fields.isNull('previous') !== isFirst) throw new CryptoError(code, 'version')
  return {
    spaceId: fields.uuid('space_id'),
    epoch,
    previous: isFirst ? null : fields.bytes('previous', 32),
    name: fields.bytes('name'),
    people: isLabelled ? fields.bytes('people') : null,
    keyHash: fields.bytes('key_hash', 32),
    members: membersOf(fields.value('members'), code),
    authorId: fields.uuid('author_id'),
    authorKeyId: fields.bytes('author_key_id', 32),
    time: fields.time('time'),
  }
}

function membersOf(value: Json, code: Code): readonly RosterMember[] {
  if (!Array.isArray(value) || value.length > ROSTER_MEMBERS_MAX) throw new CryptoError(code, 'members')
  const members = (value as readonly Json[]).map((entry) => memberOf(entry, code))
  const isSorted = members.every(({ userId }, index) => index === 0 || members[index - 1]!.userId < userId)
  if (!isSorted || !members.some(({ role }) => canManageSpace(role))) throw new CryptoError(code, 'members')
  return members
}

function memberOf(value: Json, code: Code): RosterMember {
  const fields = fieldsOf(value, MEMBER_NAMES, code)
  const role = SPACE_ROLES.find((known) => known === fields.text('role'))
  if (!role) throw new CryptoError(code, 'role')
  return {
    userId: fields.uuid('user_id'),
    fingerprint: fields.bytes('fingerprint', 32),
    role,
    wrapHash: fields.bytes('wrap_hash', 32),
  }
}
