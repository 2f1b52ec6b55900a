import type { Client } from 'pg'

const SENTENCES = {
  take: (role: string) =>
    `The user ${role} of DATABASE_URL does not see every row, because tables are under row-level security. Let it: alter role ${role} bypassrls`,
  restore: (role: string) =>
    `The user ${role} of DATABASE_URL may not load tables as they were. Let it, as a superuser: alter role ${role} bypassrls; grant set on parameter session_replication_role to ${role}`,
}

/** @throws {Error} before anything is done, when the owner of the database may not do what a backup needs. */
export async function refuseWeakRole(client: Client, purpose: keyof typeof SENTENCES): Promise<void> {
  const { rows } = await client.query<{ role: string; take: boolean; restore: boolean }>(
    `select quote_ident(rolname) as role, rolsuper or rolbypassrls as take,
            rolsuper or rolbypassrls and has_parameter_privilege('session_replication_role', 'set') as restore
     from pg_roles where rolname = current_user`,
  )
  const [found] = rows
  if (!found?.[purpose]) throw new Error(SENTENCES[purpose](found?.role ?? ''))
}
