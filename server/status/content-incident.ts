import type { Transaction } from '../db/database.ts'
import { SEVERITY } from './incident-words.ts'
import { insertUpdate } from './incidents.sql.ts'

const TITLE = 'File storage: content is missing or damaged'
const OPENED = [
  'The content of at least one stored file is missing, or has another size than it should.',
  'People who manage security find which in the audit log. This incident was opened by rule, and is closed when the daily check finds all content whole.',
].join(' ')
const CLOSED = 'The daily check found all content whole; files that were deleted or replaced meanwhile do not count.'

/** Opens the incident about lost content, unless it is open. */
export async function openContentIncident(db: Transaction): Promise<void> {
  const { rows } = await db.query<{ id: string; at: Date }>({
    text: `insert into public.status_incidents (title, description, status, severity, services, cause)
           values ($1, $2, 'investigating', $3, array['storage'], 'content')
           on conflict (cause) where resolved_at is null do nothing
           returning id, created_at as at`,
    values: [TITLE, OPENED, SEVERITY.storage],
  })
  const [made] = rows
  if (made) await db.query(insertUpdate({ incidentId: made.id, status: 'investigating', text: OPENED, at: made.at }))
}

export async function closeContentIncident(db: Transaction): Promise<void> {
  const { rows } = await db.query<{ id: string; at: Date }>({
    text: `update public.status_incidents set status = 'resolved', resolved_at = now(), updated_at = now()
           where cause = 'content' and resolved_at is null
           returning id, resolved_at as at`,
  })
  const [ended] = rows
  if (ended) await db.query(insertUpdate({ incidentId: ended.id, status: 'resolved', text: CLOSED, at: ended.at }))
}
