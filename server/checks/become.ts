import { DatabaseError } from 'pg'
import type { Transaction } from '../db/database.ts'
import type { ProbePerson } from './probe-people.ts'

/** From now on the transaction acts for a person, as a statement of the API does. */
export const become = (db: Transaction, { id }: ProbePerson): Promise<void> =>
  enter(db, 'authenticated', { sub: id, role: 'authenticated' })

/** For somebody of whom nothing is known. */
export const becomeStranger = (db: Transaction, role: 'anon' | 'authenticated'): Promise<void> =>
  enter(db, role, { role })

export async function becomeOwner(db: Transaction): Promise<void> {
  await db.query({ text: 'reset role' })
}

async function enter(db: Transaction, role: string, claims: Record<string, string>): Promise<void> {
  // Who made a role may give it, but does not have it; what is given here is undone with the transaction.
  await db.query({
    text: `do $$ begin
             if not pg_has_role(current_user, '${role}', case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end) then execute 'grant ${role} to current_user'; end if;
           end $$`,
  })
  await db.query({
    text: `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`,
    values: [role, JSON.stringify(claims)],
  })
}

const UNIQUE_VIOLATION = '23505'
/** Cancelled by a time limit, a lock that was not free, a deadlock. */
const UNDECIDED = new Set(['57014', '55P03', '40P01'])

/**
 * Runs one statement and undoes it.
 * @returns how many rows it read or wrote; 0 when it was refused. A row that only its key keeps out counts: policies let it pass.
 * @throws when it took too long, or waited for somebody: then nothing is known.
 */
export async function attempt(db: Transaction, statement: { text: string; values: unknown[] }): Promise<number> {
  await db.query({ text: 'savepoint tried' })
  try {
    return (await db.query(statement)).rowCount ?? 0
  } catch (error) {
    if (!(error instanceof DatabaseError) || UNDECIDED.has(error.code ?? '')) throw error
    return error.code === UNIQUE_VIOLATION ? 1 : 0
  } finally {
    await db.query({ text: 'rollback to savepoint tried' })
  }
}
