import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '../../db/database.ts'
import { type Check, expectThat, passed } from '../check.ts'

/** DB-13 */
export const commitsAreSeen: Check = async ({ services: { database }, people }) => {
  const { id } = await people.add()
  const name = `Probe ${randomUUID().slice(0, 8)}`
  const before = await asPerson(database, id)
  const [writer, during] = await database.asOwner(async (db) => [
    await rename(db, id, name),
    // Another connection, while this one has not committed.
    await asPerson(database, id),
  ])
  const after = await asPerson(database, id)
  const evidence = { written_by: writer, read_by: after.backend }
  expectThat(before.name !== undefined, 'A row that was committed is not there on another connection', evidence)
  expectThat(writer !== after.backend, 'Owner and API share one connection, so nothing is known', evidence)
  expectThat(during.name === before.name, 'A change is seen on another connection before it is committed', evidence)
  expectThat(after.name === name, 'A change that was committed is not seen on another connection', evidence)
  return passed(evidence)
}

/** @returns the process of PostgreSQL that wrote it. */
async function rename(db: Transaction, id: string, name: string): Promise<number> {
  const { rows } = await db.query<{ backend: number }>({
    text: 'update public.profiles set first_name = $2 where user_id = $1 returning pg_backend_pid() as backend',
    values: [id, name],
  })
  return rows[0]?.backend ?? 0
}

/** As the API reads it, by its own login. */
async function asPerson(database: Database, id: string): Promise<{ name: string | undefined; backend: number }> {
  const { rows } = await database.oneAsCaller<{ name: string | null; backend: number }>(
    { role: 'authenticated', claims: { sub: id } },
    {
      text: `select (select p.first_name from public.profiles p where p.user_id = $1) as name, pg_backend_pid() as backend`,
      values: [id],
    },
  )
  return { name: rows[0]?.name ?? undefined, backend: rows[0]?.backend ?? 0 }
}
