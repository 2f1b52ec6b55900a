import type { Transaction } from '#server/db/database.ts'
import { NAME_IN_MAIL } from '#server/mail/mail.ts'

type NewInvitation = {
  userId: string
  sessionId: string
  email: string
  role: string
  /** When the role ends; null: never. */
  until: Date | null
  /** Until when they are a guest; null: a member. */
  guestUntil: Date | null
}

/**
 * Writes or renews an invitation as `userId`, whose permission the function in SQL checks.
 * @throws {DatabaseError} 42501
 */
export async function addInvitation(
  db: Transaction,
  { userId, sessionId, email, role, until, guestUntil }: NewInvitation,
): Promise<string> {
  await actAs(db, { userId, sessionId })
  const { rows } = await db.query<{ id: string }>(
    guestUntil === null
      ? { text: 'select authz.add_invitation($1, $2, $3) as id', values: [email, role, until] }
      : { text: 'select authz.add_guest_invitation($1, $2) as id', values: [email, guestUntil] },
  )
  const [row] = rows
  if (!row) throw new Error('a new invitation was not returned')
  return row.id
}

/** Notifies people of roles that end within a week. */
export async function notifyRoleEnds(db: Transaction): Promise<void> {
  await db.query({ text: 'select notify.of_role_ends()' })
}

/** Carries out ends of guests that are over. */
export async function endGuests(db: Transaction): Promise<void> {
  await db.query({ text: 'select authz.end_guests()' })
}

/** Notifies people of guests whose time ends within a week. */
export async function notifyGuestEnds(db: Transaction): Promise<void> {
  await db.query({ text: 'select notify.of_guest_ends()' })
}

/** Policies, triggers and the audit log of this transaction see who acts. */
export async function actAs(
  db: Transaction,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await db.query({
    text: `select set_config('request.jwt.claims', $1, true)`,
    values: [JSON.stringify({ sub: userId, session_id: sessionId, role: 'authenticated' })],
  })
}

export async function areOfOneOrganisation(db: Transaction, person: string, other: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `select from public.profiles p join public.profiles o on o.tenant_id = p.tenant_id
           where p.user_id = $1 and o.user_id = $2`,
    values: [person, other],
  })
  return rowCount === 1
}

/** Who invites, and where to, on one line each. */
export async function findInviter(
  db: Transaction,
  userId: string,
): Promise<{ name: string; email: string; organisation: string }> {
  const { rows } = await db.query<{ name: string; email: string; organisation: string }>({
    text: `select ${NAME_IN_MAIL} as name,
                  coalesce(u.email, '') as email,
                  left(regexp_replace(t.name, '[[:cntrl:]]+', ' ', 'g'), 100) as organisation
           from public.profiles p
           join public.tenants t on t.id = p.tenant_id
           join auth.users u on u.id = p.user_id
           where p.user_id = $1`,
    values: [userId],
  })
  const [row] = rows
  if (!row) throw new Error('who invites belongs to no organisation')
  return row
}

type InvitationFacts = { organisation: string; inviter: string | null; least_password: number | null }

/** Where a mailed invitation leads and whose it is, for as long as its link opens something; the token is not used up. */
export async function findInvitationByToken(db: Transaction, tokenHash: Buffer): Promise<InvitationFacts | undefined> {
  const { rows } = await db.query<InvitationFacts>({
    text: `select left(regexp_replace(t.name, '[[:cntrl:]]+', ' ', 'g'), 100) as organisation, u.email as inviter,
                  (select r.least_password from public.organisation_policies r where r.tenant_id = t.id) as least_password
           from auth.one_time_tokens o
           join public.invitations i on i.id = o.invitation_id
           join public.tenants t on t.id = i.tenant_id
           left join auth.users u on u.id = i.invited_by
           where o.token_hash = $1 and o.kind = 'invite' and o.expires_at > now()`,
    values: [tokenHash],
  })
  return rows[0]
}
