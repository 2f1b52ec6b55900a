import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'
import { readAll } from '../session/read-all.ts'

const row = z.object({ user_id: z.uuid(), ends_at: z.string().nullable(), has_ended: z.boolean() })

/** Guest of the organisation, until a day. That they are one is the word of the server. */
export type Guest = {
  /** ISO 8601; null for people who may not manage users, but of oneself. */
  endsAt: string | null
  hasEnded: boolean
}

/** Guests of the organisation by the ids of their accounts. */
export async function listGuests(api: VaultApi): Promise<Map<string, Guest>> {
  const rows = await readAll(api, row, 'rpc/organisation_guests?order=user_id', {})
  return new Map(rows.map(({ user_id: id, ends_at: endsAt, has_ended: hasEnded }) => [id, { endsAt, hasEnded }]))
}

/**
 * Makes a member a guest, or moves the end of one.
 * @param until ISO 8601
 * @param seen the end that the person was shown who decides this, as the server said it; null: a member
 * @throws {VaultError} `guest_end_over` | `guest_still_holds` | `guest_changed` | `not_allowed` | `not_member` | `proof_needed`
 */
export async function setGuest(api: VaultApi, person: string, until: string, seen: string | null): Promise<void> {
  await api.rest('rpc/set_guest', { method: 'POST', body: { person, until, seen } })
}

/**
 * Makes a guest a member like any other.
 * @param seen as of `setGuest`
 * @throws {VaultError} `guest_changed` | `not_allowed` | `not_member` | `proof_needed`
 */
export async function admitGuest(api: VaultApi, person: string, seen: string | null): Promise<void> {
  await api.rest('rpc/admit_guest', { method: 'POST', body: { person, seen } })
}
