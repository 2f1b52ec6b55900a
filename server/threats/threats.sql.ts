import type { Statement, Transaction } from '#server/db/database.ts'
import type { DetectorMode } from '#contract/threats.ts'
import type { Finding } from './engine/detector.ts'
import { NEW_PROFILE, type Place, type Profile } from './engine/observation.ts'

/** What became of a finding: `off` leaves nothing, `dry_run` a row. */
export type Recorded = { mode: DetectorMode; id?: string; is_new?: boolean }

/** Writes a finding and does what follows from it, if and only if the transaction commits. */
export async function recordFinding(db: Transaction, { userId, sessionId, ...finding }: Finding): Promise<Recorded> {
  const { rows } = await db.query<{ recorded: Recorded }>({
    text: 'select threats.record($1) as recorded',
    values: [JSON.stringify({ ...finding, user_id: userId, session_id: sessionId })],
  })
  const [row] = rows
  if (!row) throw new Error('a finding was not recorded')
  return row.recorded
}

/** Which of `subjects` something is done about now, and what. */
export async function findEnforced(
  db: Transaction,
  subjects: string[],
): Promise<{ subject: string; action: string; seconds: number }[]> {
  const { rows } = await db.query<{ subject: string; action: string; seconds: number }>({
    text: `select e.subject, e.action, ceil(extract(epoch from e.until - clock_timestamp()))::integer as seconds
           from public.threat_enforcements e
           where e.subject = any ($1) and e.action in ('challenge', 'block') and e.lifted_at is null and e.until > clock_timestamp()`,
    values: [subjects],
  })
  return rows
}

/** What is usual for a person; locked, because two sign-ins at once both learn. */
export async function lockProfile(db: Transaction, userId: string): Promise<Profile> {
  await db.query({
    text: `insert into threats.profiles (user_id, profile) values ($1, $2) on conflict (user_id) do nothing`,
    values: [userId, JSON.stringify(NEW_PROFILE)],
  })
  const { rows } = await db.query<{ profile: Profile }>({
    text: 'select p.profile from threats.profiles p where p.user_id = $1 for update',
    values: [userId],
  })
  return rows[0]?.profile ?? NEW_PROFILE
}

export async function saveProfile(db: Transaction, userId: string, profile: Profile): Promise<void> {
  await db.query({
    text: 'update threats.profiles set profile = $2, updated_at = now() where user_id = $1',
    values: [userId, JSON.stringify(profile)],
  })
}

export async function knowsDeviceOf(db: Transaction, userId: string, device: Buffer | undefined): Promise<boolean> {
  if (!device) return false
  const { rowCount } = await db.query({
    text: 'select from auth.known_devices k where k.user_id = $1 and k.device_hash = $2',
    values: [userId, device],
  })
  return rowCount === 1
}

/** The session that was just made wrote its device down, as each does. */
export async function forgetDevice(db: Transaction, userId: string, device: Buffer | undefined): Promise<void> {
  if (!device) return
  const text = 'delete from auth.known_devices k where k.user_id = $1 and k.device_hash = $2'
  await db.query({ text, values: [userId, device] })
}

export async function rememberDevice(db: Transaction, userId: string, device: Buffer): Promise<void> {
  await db.query({
    text: `insert into auth.known_devices (user_id, device_hash) values ($1, $2)
           on conflict (user_id, device_hash) do update set last_seen_at = now()`,
    values: [userId, device],
  })
}

/** Where a session was seen last, and nothing was unusual about it or its person confirmed. */
export async function noteSeen(
  db: Transaction,
  sessionId: string,
  { ip, userAgent }: { ip: string; userAgent: string | undefined },
): Promise<void> {
  await db.query({
    text: 'update auth.sessions set seen_ip = $2, seen_user_agent = $3 where id = $1',
    values: [sessionId, ip, userAgent ?? null],
  })
}

/** What a proof of the person lifts in this session. @returns how much it was. */
export async function liftByProof(
  db: Transaction,
  { userId, sessionId, how }: { userId: string; sessionId: string; how: 'password' | 'code' | 'second_factor' },
): Promise<number> {
  const { rows } = await db.query<{ lifted: number }>({
    text: 'select threats.lift_by_proof($1, $2, $3) as lifted',
    values: [userId, sessionId, how],
  })
  return rows[0]?.lifted ?? 0
}

export type Held = { isHeld: boolean; needsMailbox: boolean; needsFactor: boolean }

/** Whether a session waits for its person to show more, and whether the password is enough of it. */
export async function findHeld(db: Transaction, sessionId: string): Promise<Held> {
  const { rows } = await db.query<{ needs: string }>({
    text: `select e.needs from public.threat_enforcements e
           where e.session_id = $1 and e.action = 'step_up' and e.lifted_at is null
             and (e.until is null or e.until > clock_timestamp())`,
    values: [sessionId],
  })
  const isNeeded = (proof: string) => rows.some(({ needs }) => needs === proof)
  return { isHeld: rows.length > 0, needsMailbox: isNeeded('mailbox'), needsFactor: isNeeded('second_factor') }
}

type Query = Required<Pick<Statement, 'text' | 'values'>>

/** What is usual for a device; no row: it has no habit yet. */
export const findDeviceHabit = (id: string): Query => ({
  text: 'select h.files, h.largest from threats.device_habit($1) h',
  values: [id],
})

/** Countries that a lifted pause agreed to. */
export const findAgreedCountries = (id: string): Query => ({
  text: 'select threats.agreed_countries($1) as countries',
  values: [id],
})

export const noteDevicePlace = (id: string, { country, asn }: Place): Query => ({
  text: 'select threats.note_device_place($1, $2, $3)',
  values: [id, country ?? null, asn ?? null],
})
