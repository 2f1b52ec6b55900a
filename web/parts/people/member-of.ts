import type { ListedPerson, Member } from '#web/lib/remote/vault-client.ts'

/** Bytes that a person has stored, and how much they may store. */
export type MemberQuota = {
  usedBytes: number
  /** Set by the organisation for this person; null without. */
  ownBytes: number | null
  /** Null is without a limit. */
  planBytes: number | null
}
/** Somebody on the page of people. `quota` is null for who may not manage users. */
export type ShownMember = Member & { quota: MemberQuota | null }

/** Somebody of a list of the server as the screens show them. */
export function memberOf(row: ListedPerson, { isMe, trust }: Pick<Member, 'isMe' | 'trust'>): ShownMember {
  const { storage, guest } = row
  return {
    userId: row.id,
    email: row.email,
    name: row.name,
    roles: row.roles,
    roleEndsAt: row.role_ends_at,
    isMe,
    hasVault: row.has_vault,
    trust: isMe || !row.has_vault ? null : trust,
    joinedAt: row.joined_at,
    lastActiveAt: row.last_active_at,
    removedAt: row.removed_at,
    standing: row.standing,
    isProvisioned: row.is_provisioned,
    guest: guest && { endsAt: guest.ends_at, hasEnded: guest.has_ended },
    quota: storage && { usedBytes: storage.used_bytes, ownBytes: storage.own_bytes, planBytes: storage.plan_bytes },
  }
}
