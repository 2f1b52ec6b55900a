import { z } from 'zod'
import { type TeamRole, TEAM_ROLES } from '#contract/permissions.ts'
import { type Standing, STANDINGS } from '#contract/scim.ts'
import { CryptoError, equalBytes, fromBase64Url, fromHex, toBase64Url } from '#crypto/index.ts'
import { inBatches } from '../folders/items.ts'
import type { VaultApi } from '../session/api.ts'
import { changeKeyring } from '../session/keyring-store.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { keyChanged, readPeer } from '../sharing/people.ts'
import { type Inviter, inviterPinnedBy, inviterPins, isWeaker, mailPin, readPeerPin } from '../pins/pins.ts'
import { type Trust, isBlocked } from '../pins/trust.ts'
import { readAll } from '../session/read-all.ts'
import { type Guest, listGuests } from './guests.ts'
import { listRoleEnds } from './roles.ts'
import { trustOf } from './trust.ts'

export type { Inviter } from '../pins/pins.ts'
export { changeRole, isOfOperator, listRoles } from './roles.ts'

/** Somebody of the own organisation. */
export type Member = {
  userId: string
  email: string
  name: string
  /** Every role that has not expired, most able first; a server may know more roles than this version. */
  roles: readonly string[]
  /** When the first of them ends; null where none does, and for people who may not manage users. ISO 8601. */
  roleEndsAt: string | null
  isMe: boolean
  hasVault: boolean
  /** Null for oneself, and without a vault. */
  trust: Trust | null
  /** ISO 8601. */
  joinedAt: string
  /** Null for people who may not manage users. */
  lastActiveAt: string | null
  removedAt: string | null
  /** Always `active` for people who may not manage users. */
  standing: Standing
  /** An identity provider keeps the account. False for people who may not manage users. */
  isProvisioned: boolean
  /** A guest of the organisation; null for members. */
  guest: Guest | null
}

export type Invitation = {
  id: string
  email: string
  role: TeamRole
  /** ISO 8601. When the role ends that comes with it; null: never. */
  roleUntil: string | null
  /** ISO 8601. Until when they are a guest; null: they are invited as a member. */
  guestUntil: string | null
  sentAt: string
  expiresAt: string
}

export type Team = { organisation: string; members: Member[] }

const memberRow = z.object({
  user_id: z.uuid(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  roles: z.array(z.string()),
  statement: z.string().nullable(),
  signature: z.string().nullable(),
  joined_at: z.string(),
  last_active_at: z.string().nullable(),
  removed_at: z.string().nullable(),
})
type MemberRow = z.infer<typeof memberRow>

const standingRow = z.object({ user_id: z.uuid(), standing: z.enum(STANDINGS), is_managed: z.boolean() })
type StandingRow = z.infer<typeof standingRow>

const invitationRow = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(TEAM_ROLES),
  role_until: z.string().nullable(),
  guest_until: z.string().nullable(),
  sent_at: z.string(),
  expires_at: z.string(),
})

const invitedRow = invitationRow.pick({ id: true, email: true })
type InvitedAddress = z.infer<typeof invitedRow>

/** Everyone of the organisation, their keys compared with what this vault remembers of them. */
export async function listTeam(api: VaultApi, vault: OpenVault): Promise<Team> {
  const [rows, standings, ends, guests, organisation] = await Promise.all([
    readAll(api, memberRow, 'rpc/team_members?order=first_name.nullslast,last_name,email,user_id', {}),
    readAll(api, standingRow, 'rpc/member_standings?order=user_id', {}),
    listRoleEnds(api),
    listGuests(api),
    api.rest('rpc/organisation_name', { method: 'POST', body: {} }),
  ])
  const byPerson = new Map(standings.map((one) => [one.user_id, one]))
  const endOf = (row: MemberRow) =>
    ends.find(({ userId, role }) => userId === row.user_id && row.roles.includes(role))?.endsAt ?? null
  const members = await Promise.all(
    rows.map(async (row) => ({
      ...(await presentMember(vault, row, byPerson.get(row.user_id))),
      roleEndsAt: endOf(row),
      guest: guests.get(row.user_id) ?? null,
    })),
  )
  return { organisation: z.string().nullable().parse(organisation) ?? '', members }
}

async function presentMember(
  vault: OpenVault,
  row: MemberRow,
  known: StandingRow | undefined,
): Promise<Omit<Member, 'roleEndsAt' | 'guest'>> {
  const isMe = row.user_id === vault.userId
  const { statement, signature } = row
  const bundle = statement === null || signature === null ? null : { statement, signature }
  return {
    userId: row.user_id,
    email: row.email ?? '',
    name: nameOf(row),
    roles: row.roles,
    isMe,
    hasVault: statement !== null,
    trust:
      isMe || bundle === null ? null : await trustOf(vault, { userId: row.user_id, email: row.email ?? '' }, bundle),
    joinedAt: row.joined_at,
    lastActiveAt: row.last_active_at,
    removedAt: row.removed_at,
    standing: known?.standing ?? 'active',
    isProvisioned: known?.is_managed ?? false,
  }
}

const nameOf = ({ first_name, last_name }: MemberRow): string => [first_name, last_name].filter(Boolean).join(' ')

/** Invitations that wait, newest first; empty for people who may not manage users. Those that ran out are among them. */
export async function listInvitations(api: VaultApi): Promise<Invitation[]> {
  const query =
    'invitations?select=id,email,role,role_until,guest_until,sent_at,expires_at&accepted_at=is.null&order=sent_at.desc,id.desc'
  const rows = await readAll(api, invitationRow, query)
  return rows.map(({ id, email, role, role_until, guest_until, sent_at, expires_at }) => ({
    id,
    email,
    role,
    roleUntil: role_until,
    guestUntil: guest_until,
    sentAt: sent_at,
    expiresAt: expires_at,
  }))
}

/**
 * Whom invitations were for, as far as the server still knows and this person may: accepted ones as well, withdrawn ones no more. The
 * log has only their ids, for it keeps what it was given.
 */
export async function listInvited(api: VaultApi, ids: readonly string[]): Promise<InvitedAddress[]> {
  const invited: InvitedAddress[] = []
  await inBatches(ids, async (filter) => {
    invited.push(...(await readAll(api, invitedRow, `invitations?select=id,email&${filter}&order=id`)))
  })
  return invited
}

/**
 * Mails an invitation, or the same one again.
 *
 * @returns what the inviter can hand over by other means: the part of an address after the origin. Its fragment holds the
 *   fingerprint of the inviter's keys from this device, so a server that lies about them is found out.
 * @throws {VaultError} `not_allowed` | `account_exists` | `rate_limited`
 */
export async function inviteMember(
  api: VaultApi,
  vault: OpenVault,
  wanted: { email: string; role: TeamRole; ownEmail: string; until?: string | null; guestUntil?: string | null },
): Promise<string> {
  const email = wanted.email.trim().toLowerCase()
  const key = toBase64Url(fromHex(vault.keyFingerprint))
  const { role, until = null, guestUntil = null } = wanted
  await api.auth('team/invitations', { email, role, until, guest_until: guestUntil, fingerprint: key })
  const parts = new URLSearchParams({ email, from: vault.userId, by: wanted.ownEmail, key })
  return `/join#${parts.toString()}`
}

/** An invitation of another organisation to this account's address. Its names are what strangers call themselves. */
export type OwnInvitation = {
  id: string
  organisation: string
  /** Their address; null when they are gone. */
  inviter: string | null
  /** ISO 8601. */
  sentAt: string
}

const ownInvitationRow = z.object({
  id: z.uuid(),
  organisation: z.string(),
  inviter: z.string().nullable(),
  sent_at: z.string(),
})

/** Newest first, without those that were declined or ran out. */
export async function listOwnInvitations(api: VaultApi): Promise<OwnInvitation[]> {
  const rows = await api.rest('rpc/own_invitations', { method: 'POST', body: {} })
  return z
    .array(ownInvitationRow)
    .parse(rows)
    .map(({ id, organisation, inviter, sent_at }) => ({ id, organisation, inviter, sentAt: sent_at }))
}

/**
 * Shows it no longer. The inviter is told nothing, because an answer would say that the address has an account.
 * @throws {VaultError} `not_found` when it was revoked meanwhile
 */
export async function declineInvitation(api: VaultApi, invitation: string): Promise<void> {
  await api.rest('rpc/decline_invitation', { method: 'POST', body: { invitation } })
}

/** @throws {VaultError} `not_found` when it was accepted or revoked meanwhile, `not_allowed` */
export async function revokeInvitation(api: VaultApi, invitation: string): Promise<void> {
  await api.rest('rpc/revoke_invitation', { method: 'POST', body: { invitation } })
}

/** @throws {VaultError} `last_owner` | `not_allowed` | `not_member` */
export async function removeMember(api: VaultApi, person: string): Promise<void> {
  await api.rest('rpc/remove_member', { method: 'POST', body: { person } })
}

/** @throws {VaultError} `not_allowed` | `not_member` */
export async function restoreMember(api: VaultApi, person: string): Promise<void> {
  await api.rest('rpc/restore_member', { method: 'POST', body: { person } })
}

/** Nobody signs in as them until the suspension ends. @throws {VaultError} `last_owner` | `not_allowed` | `not_member` | `proof_needed` */
export async function suspendMember(api: VaultApi, person: string): Promise<void> {
  await api.rest('rpc/suspend_member', { method: 'POST', body: { person } })
}

/** @throws {VaultError} `not_allowed` | `not_member` | `proof_needed` */
export async function endSuspension(api: VaultApi, person: string): Promise<void> {
  await api.rest('rpc/end_suspension', { method: 'POST', body: { person } })
}

/**
 * Remembers the keys of who invited, as the address said, and compares them with those that the server offers.
 * @throws {VaultError} `key_changed` when they are others; they stay remembered as the address said. Also when
 *   the email address led to another colleague before; then nothing is remembered.
 */
export async function pinInviter(api: VaultApi, vault: OpenVault, inviter: Inviter): Promise<void> {
  const { userId, fingerprint: said } = inviter
  const email = inviter.email.trim().toLowerCase()
  if (userId === vault.userId) return
  await changeKeyring(api, vault, ({ peers, pins }) => {
    const known = readPeerPin(pins, userId)
    // Somebody compared, or known as well as by this invitation, stays; anything weaker may be what the server showed before it.
    const isKnownAsWell = known !== undefined && !isWeaker(known.by, inviterPinnedBy(inviter))
    if (peers.some((peer) => peer.userId === userId) || isKnownAsWell) return null
    // Nor does it take a known address away from the colleague it led to.
    const led = pins[mailPin(email)]
    if (led !== undefined && led !== userId) throw keyChanged()
    return { peers, pins: { ...pins, ...inviterPins({ ...inviter, email }) } }
  })
  const rows = z
    .array(z.object({ statement: z.string(), signature: z.string() }))
    .parse(await api.rest(`user_key_bundles?select=statement,signature&user_id=eq.${userId}`))
  const [bundle] = rows
  if (!bundle) return
  const peer = await readPeer(vault, { userId, email, name: '', ...bundle })
  if (isBlocked(peer.trust) || !isSame(peer.fingerprint, said)) throw keyChanged()
}

function isSame(print: Uint8Array, said: string): boolean {
  try {
    return equalBytes(print, fromBase64Url(said))
  } catch (cause) {
    if (cause instanceof CryptoError) return false
    throw cause
  }
}

/** Writes the name that others of the organisation see. */
export async function nameMyself(
  api: VaultApi,
  userId: string,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  await api.rest(`profiles?user_id=eq.${userId}`, {
    method: 'PATCH',
    body: { first_name: firstName, last_name: lastName, updated_at: new Date().toISOString() },
  })
}
