import type { Database } from '#server/db/database.ts'

export type Migration = { name: string; sha256: string; applied_on: string }
export type GuardedTable = { name: string; is_forced: boolean; policies: number; is_reachable: boolean }
export type Count = { kind: string; count: number }

/** Of the server that answers, such as `18.4`. */
export async function postgresVersion(database: Database): Promise<string> {
  const { rows } = await database.owner<{ version: string }>(`select current_setting('server_version') as version`)
  return rows[0]?.version ?? ''
}

export async function appliedMigrations(database: Database): Promise<Migration[]> {
  const { rows } = await database.owner<Migration>(
    `select m.name, m.sha256, to_char(m.applied_at at time zone 'UTC', 'YYYY-MM-DD') as applied_on
     from meta.schema_migrations m
     order by m.name`,
  )
  return rows
}

/** Tables of the schemas that hold data of people, as the catalogue describes them. */
export async function guardedTables(database: Database): Promise<GuardedTable[]> {
  const { rows } = await database.owner<GuardedTable>(
    `select n.nspname || '.' || c.relname as name,
            c.relrowsecurity and c.relforcerowsecurity as is_forced,
            (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
            has_table_privilege('anon', c.oid, 'select') or has_table_privilege('authenticated', c.oid, 'select')
              as is_reachable
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'auth', 'storage')
     order by 1`,
  )
  return rows
}

/** How many there are of each kind, and nothing about any of them. */
export async function countsByKind(database: Database): Promise<Count[]> {
  const { rows } = await database.owner<Count>(
    `select 'Accounts' as kind, count(*)::int as count from auth.users where deleted_at is null
     union all select 'Accounts with a second factor', count(distinct user_id)::int
       from auth.mfa_factors where status = 'verified'
     union all select 'Organisations', count(*)::int from public.tenants where probe is null
     union all select 'Files', count(*)::int from public.file_records
     union all select 'Stored objects', count(*)::int from storage.objects
     union all select 'Events of the audit log', count(*)::int from public.system_audit_log`,
  )
  return rows
}
