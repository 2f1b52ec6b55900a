import type { Caller, Database } from '../db/database.ts'

type Entry = {
  id: string
  tenant_id: string
  name: string
  tier: string
  asker: string
  reason: string
  began_at: Date
  ends_at: Date
}
const COLUMNS = 'e.id, e.tenant_id, e.asker, e.reason, e.began_at, e.ends_at'
const OPEN = 'e.ended_at is null and e.ends_at > clock_timestamp()'

/** Entries of who runs the installation into the panel of another organisation. Whether the caller may is asked of the database in each call. */
export class EntriesService {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** @throws {DatabaseError} 42501, QS403, QS406, QS481 */
  async enter(caller: Caller, { tenant, minutes, reason }: { tenant: string; minutes: number; reason: string }) {
    const { rows } = await this.#database.oneAsCaller<Entry>(caller, {
      text: `select ${COLUMNS} from tenancy.enter($1, $2, $3) as e`,
      values: [tenant, minutes, reason],
    })
    return rows[0]
  }

  /** The entry of this session; null in any other. */
  async readOwn(caller: Caller): Promise<{ entry: Entry | null }> {
    const { rows } = await this.#database.oneAsCaller<Entry>(caller, {
      text: `select ${COLUMNS}, o.name, o.tier from tenancy.entries e cross join lateral tenancy.entered_name(e.id) as o (name, tier)
             where e.user_id = auth.uid() and e.session_id::text = auth.jwt() ->> 'session_id' and ${OPEN}`,
    })
    return { entry: rows[0] ?? null }
  }

  /** Reads entries into the caller's own organisation that last now, for people who manage its users. */
  async readGuests(caller: Caller) {
    const { rows } = await this.#database.oneAsCaller<Pick<Entry, 'id' | 'asker' | 'reason' | 'began_at' | 'ends_at'>>(
      caller,
      {
        text: `select e.id, e.asker, e.reason, e.began_at, e.ends_at from tenancy.entries e
               where e.tenant_id = authz.home() and ${OPEN} order by e.began_at, e.id limit 20`,
      },
    )
    return { entries: rows }
  }

  /** @throws {DatabaseError} QS406 */
  async leave(caller: Caller, id: string): Promise<void> {
    await this.#database.oneAsCaller(caller, { text: 'select tenancy.leave($1)', values: [id] })
  }
}
