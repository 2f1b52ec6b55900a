import { hardDelete } from '../auth/account/hard-delete.sql.ts'
import type { Caller, Database } from '../db/database.ts'

type Deletion = {
  asker: string
  reason: string
  asked_at: Date
  ends_at: Date
  kept_at: Date | null
  keeper: string
  keeping: string
}
const COLUMNS = 'd.asker, d.reason, d.asked_at, d.ends_at, d.kept_at, d.keeper, d.keeping'

/** Deletes organisations, with days of grace. Whether the caller may is asked of the database in each call. */
export class DeletionsService {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The deletion that is under way of an organisation, for the operator. */
  async read(caller: Caller, tenant: string): Promise<{ deletion: Deletion | null }> {
    return this.#one(caller, 'd.tenant_id = $1 and authz.require_tenant_manager() is not null', [tenant])
  }

  /** The same for an owner; null for everybody else. */
  async readOwn(caller: Caller): Promise<{ deletion: Deletion | null }> {
    return this.#one(caller, 'd.tenant_id = authz.tenant() and authz.owns(auth.uid(), d.tenant_id)', [])
  }

  /** @throws {DatabaseError} QS403, QS406, QS425, 23514 where the name is another */
  async begin(caller: Caller, { tenant, name, reason }: { tenant: string; name: string; reason: string }) {
    const { rows } = await this.#database.oneAsCaller<{ ends_at: Date }>(caller, {
      text: 'select tenancy.begin_deletion($1, $2, $3) as ends_at',
      values: [tenant, name, reason],
    })
    return { ends_at: rows[0]?.ends_at }
  }

  /** @throws {DatabaseError} QS403, QS406 */
  async restore(caller: Caller, tenant: string): Promise<void> {
    await this.#database.oneAsCaller(caller, { text: 'select tenancy.restore($1)', values: [tenant] })
  }

  /** @throws {DatabaseError} 42501, QS406 */
  async askToKeep(caller: Caller, reason: string): Promise<void> {
    await this.#database.oneAsCaller(caller, { text: 'select tenancy.ask_to_keep($1)', values: [reason] })
  }

  async #one(caller: Caller, which: string, values: unknown[]): Promise<{ deletion: Deletion | null }> {
    const { rows } = await this.#database.oneAsCaller<Deletion>(caller, {
      text: `select ${COLUMNS} from tenancy.deletions d where d.restored_at is null and d.ended_at is null and ${which}`,
      values,
    })
    return { deletion: rows[0] ?? null }
  }
}

/**
 * Mails owners a week before the end, and deletes organisations whose time is over: each person in a transaction of their own, then the rest in
 * one. What a crash left half done is continued by the next round.
 */
export async function followDeletions(database: Database): Promise<void> {
  await database.owner('select tenancy.warn_owners()')
  const { rows } = await database.owner<{ id: string }>('select tenancy.due_deletions() as id')
  for (const { id } of rows) {
    const people = await database.owner<{ user_id: string }>(
      `select p.user_id from public.profiles p where p.tenant_id = $1
       union
       select u.id from auth.users u join public.invitations i on i.email = u.email and i.tenant_id = $1
       where u.email_confirmed_at is null and not exists (select from public.profiles p where p.user_id = u.id)`,
      [id],
    )
    for (const person of people.rows) await database.asOwner((db) => hardDelete(db, person.user_id))
    await database.owner('select tenancy.finish_deletion($1)', [id])
  }
}
