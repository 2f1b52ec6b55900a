import type { EventRow } from '#ledger/events/event-row.ts'
import type { Database } from '../../db/database.ts'
import { joinKeysOfEvent, KEYS_OF_EVENT } from '../event-keys.sql.ts'

/** An event of somebody, with its entry where it has a place, and otherwise the keys that its entry is made with. */
export type PromisableEvent = {
  readonly id: string
  readonly row: EventRow
  /** The name of the log that holds it, or grows for its organisation. */
  readonly origin: string
  readonly entry: Buffer | null
  readonly logId: string
  readonly key: Buffer | null
  readonly whereKey: Buffer | null
}

/** Of these events those of one person, the oldest first; without those of an organisation that has no log yet. */
export async function promisableEvents(
  database: Database,
  { ids, userId, atMost }: { ids: readonly string[]; userId: string; atMost: number },
): Promise<PromisableEvent[]> {
  // Prepared: planning it takes longer than running it.
  const { rows } = await database.owner<PromisableEvent>({
    name: 'ledger-promisable',
    text: `select l.id, to_jsonb(l) as row, g.origin, g.id as "logId", f.entry, ${KEYS_OF_EVENT}
     from unnest($1::uuid[]) as wanted (id)
     join public.system_audit_log l on l.id = wanted.id and l.user_id = $2
     left join ledger.leaves f on f.event_id = l.id
     join ledger.logs g on g.id = f.log_id
                        or (f.log_id is null and g.kind = 'organisation' and g.tenant_id = l.tenant_id and g.ended_at is null)
     ${joinKeysOfEvent('g.id')}
     order by l.created_at, l.id limit $3`,
    values: [ids, userId, atMost],
  })
  return rows
}
