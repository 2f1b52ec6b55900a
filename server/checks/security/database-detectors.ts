import { decodeJwt } from 'jose'
import { DatabaseError } from 'pg'
import type { DetectorName } from '#contract/threats.ts'
import type { Transaction } from '../../db/database.ts'
import type { CheckContext } from '../check.ts'
import { rolledBack } from '../probe.ts'
import type { ProbePerson, ProbeSession } from '../probe-people.ts'
import { giveRole } from '../role-probe.ts'

type Tried = { by: DetectorName; isFound: boolean; isQuiet: boolean }

/** Refuses what destroys too much. */
const TOO_MUCH = 'QS424'
const FILES = 40
/** Numbers of files deleted for good: below the limit, and with the first above it. */
const [FEW, MANY] = [5, 30]

/** Tries the detectors that work in the transaction of what they watch, in transactions that are undone. */
export async function detectedInDatabase(context: CheckContext): Promise<Tried[]> {
  const destroyer = await context.people.add()
  const giver = await context.people.enter(context.site, { role: 'admin' })
  const receiver = await context.people.add()
  return [
    await rolledBack(context, (db) => tryDestruction(db, destroyer)),
    await rolledBack(context, (db) => tryGrant(db, giver, receiver)),
  ]
}

async function tryDestruction(db: Transaction, person: ProbePerson): Promise<Tried> {
  await db.query({
    text: `with stored as (
             insert into storage.objects (bucket_id, name, owner, owner_id, size_bytes, checksum, blob_id)
             select 'encrypted-files', $1 || '/' || gen_random_uuid(), $1::uuid, $1, 1, 'probe', gen_random_uuid()
             from generate_series(1, $2) returning name
           )
           insert into public.file_records (user_id, tenant_id, file_name, original_name, file_size, mime_type, encryption_key, storage_path, content_id)
           select p.user_id, p.tenant_id, 'probe', 'probe', 1, 'probe', 'probe', s.name, gen_random_uuid()
           from stored s, public.profiles p where p.user_id = $1::uuid`,
    values: [person.id, FILES],
  })
  await actAs(db, { sub: person.id })
  const deletes = async (count: number): Promise<boolean> => {
    await db.query({ text: 'savepoint deleted' })
    try {
      await db.query({
        text: 'delete from public.file_records where id in (select id from public.file_records where user_id = $1 limit $2)',
        values: [person.id, count],
      })
      return true
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== TOO_MUCH) throw error
      await db.query({ text: 'rollback to savepoint deleted' })
      return false
    }
  }
  const isQuiet = await deletes(FEW)
  return { by: 'mass_destruction', isQuiet, isFound: !(await deletes(MANY)) }
}

async function tryGrant(db: Transaction, { person, accessToken }: ProbeSession, receiver: ProbePerson): Promise<Tried> {
  const session = String(decodeJwt(accessToken)['session_id'])
  await actAs(db, { sub: person.id, session_id: session })
  const isNoticedAt = async (age: string, role: 'admin' | 'security_admin'): Promise<boolean> => {
    await db.query({
      text: 'update auth.sessions set created_at = clock_timestamp() - $2::interval where id = $1',
      values: [session, age],
    })
    await giveRole(db, receiver, { role })
    const { rowCount } = await db.query({
      text: `select from public.threat_detections where detector = 'privilege_change' and user_id = $1`,
      values: [person.id],
    })
    return rowCount !== 0
  }
  // Given before by this person, in a session that is not new.
  await db.query({ text: 'insert into threats.givers (user_id) values ($1)', values: [person.id] })
  const isQuiet = !(await isNoticedAt('1 hour', 'admin'))
  return { by: 'privilege_change', isQuiet, isFound: await isNoticedAt('1 minute', 'security_admin') }
}

/** From now on functions of the database take the transaction for one of this person. */
async function actAs(db: Transaction, claims: Record<string, string>): Promise<void> {
  await db.query({
    text: `select set_config('request.jwt.claims', $1, true)`,
    values: [JSON.stringify({ ...claims, role: 'authenticated' })],
  })
}
