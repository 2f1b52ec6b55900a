import type { Transaction } from '../db/database.ts'

export type SealedRow = { name: string; sealed: Buffer }

/** As the constraint `shared_secrets_name` has it. */
const NAME = /^[a-z][a-z0-9.-]{0,63}$/

/** Whether the table takes a secret of this name; a file of another name is none of ours. */
export function isSecretName(name: string): boolean {
  return NAME.test(name)
}

/** Channel on which a change is said. */
export const SECRETS_CHANNEL = 'secrets'

/** Whether this database has the table: one of an earlier version has not. */
export async function hasSecretTable(db: Transaction): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>({
    text: `select to_regclass('meta.shared_secrets') is not null as known`,
  })
  return rows[0]?.known ?? false
}

/** What a server writes only once it has secrets: accounts, and checkpoints that it signed. */
const WRITTEN_BY_SERVERS = ['auth.users', 'ledger.checkpoints']

/** Whether a server has worked with this database, so that there have to be secrets of it somewhere. */
export async function isInUse(db: Transaction): Promise<boolean> {
  for (const table of WRITTEN_BY_SERVERS) {
    const { rows: known } = await db.query({
      text: 'select 1 where to_regclass($1) is not null',
      values: [table],
    })
    if (known.length === 0) continue
    const { rows } = await db.query({ text: `select 1 from ${table} limit 1` })
    if (rows.length > 0) return true
  }
  return false
}

/** Until the end of the transaction nobody else makes or changes secrets. */
export async function lockSecrets(db: Transaction): Promise<void> {
  await db.query({ text: `select pg_advisory_xact_lock(hashtext('quantumshield.secrets'))` })
}

export async function listSealed(db: Transaction): Promise<SealedRow[]> {
  const { rows } = await db.query<SealedRow>({ text: 'select name, sealed from meta.shared_secrets order by name' })
  return rows
}

/** With the time of the database: its clock is the one that all nodes share. */
export async function readSealed(db: Transaction, name: string): Promise<{ now: Date; sealed: Buffer | null }> {
  const { rows } = await db.query<{ now: Date; sealed: Buffer | null }>({
    text: `select clock_timestamp() as now, (select sealed from meta.shared_secrets where name = $1) as sealed`,
    values: [name],
  })
  if (!rows[0]) throw new Error('PostgreSQL answered without a row')
  return rows[0]
}

export async function removeSealed(db: Transaction, name: string): Promise<void> {
  await db.query({ text: 'delete from meta.shared_secrets where name = $1', values: [name] })
}

/** Nodes that run hear of it when the transaction commits. */
export async function writeSealed(db: Transaction, { name, sealed }: SealedRow): Promise<void> {
  await db.query({
    text: `insert into meta.shared_secrets (name, sealed) values ($1, $2)
           on conflict (name) do update set sealed = excluded.sealed, changed_at = now()`,
    values: [name, sealed],
  })
  await db.query({ text: 'select pg_notify($1, $2)', values: [SECRETS_CHANNEL, name] })
}
