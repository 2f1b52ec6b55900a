import type { ImportState, RowState } from '#contract/organisation/people-import.ts'
import type { TeamRole } from '#contract/permissions.ts'
import type { Transaction } from '#server/db/database.ts'

/** What decides about rows; `room`: for how many more people, null for any number. */
export type ImportFacts = {
  leads: boolean
  roles: TeamRole[]
  room: number | null
  teams: Record<string, string>
  /** `provisioned`: an identity provider keeps the account, which may be marked as a guest; `holding`: it holds what no guest may. */
  people: Record<string, 'member' | 'removed' | 'invited' | 'provisioned' | 'holding'>
}

/** Each of these acts as whom `actAs` named, whose permission the functions in SQL ask. @throws {DatabaseError} 42501 */
export async function describeImport(
  db: Transaction,
  emails: readonly string[],
  teams: readonly string[],
): Promise<ImportFacts> {
  const { rows } = await db.query<{ facts: ImportFacts }>({
    text: 'select authz.describe_import($1, $2) as facts',
    values: [emails, teams],
  })
  const [row] = rows
  if (!row) throw new Error('an import was not described')
  return row.facts
}

/** As the function in SQL reads them. */
export type ListedPerson = {
  line: number
  email: string
  first_name: string
  last_name: string
  role: TeamRole
  until: Date | null
  guest_until: Date | null
  /** Becomes a guest by this, and is not mailed. */
  is_marked: boolean
  team_ids: readonly string[]
}

export async function startImport(
  db: Transaction,
  list: { people: readonly ListedPerson[]; fingerprint: string; leftOut: number },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>({
    text: 'select authz.start_import($1, $2, $3) as id',
    values: [JSON.stringify(list.people), list.fingerprint, list.leftOut],
  })
  const [row] = rows
  if (!row) throw new Error('a new import was not returned')
  return row.id
}

export async function cancelImport(db: Transaction, id: string): Promise<void> {
  await db.query({ text: 'select authz.cancel_import($1)', values: [id] })
}

export type ImportRow = {
  id: string
  by_email: string | null
  state: ImportState
  created_at: Date
  ended_at: Date | null
  left_out: number
  waiting: number
  sent: number
  not_sent: number
  cancelled: number
  /** Made guests, without a mail. */
  marked: number
}

export async function listImports(db: Transaction, id: string | null): Promise<ImportRow[]> {
  const { rows } = await db.query<ImportRow>({
    text: `select id, by_email, state, created_at, ended_at, left_out, waiting, sent, not_sent, cancelled, marked from authz.list_imports($1)`,
    values: [id],
  })
  return rows
}

export type ReportRow = {
  line: number
  email: string
  first_name: string
  last_name: string
  role: string
  until: Date | null
  state: RowState
  done_at: Date | null
  is_accepted: boolean
  /** Until when they are a guest; null: a member. */
  guest_until: Date | null
}

export async function reportImport(db: Transaction, id: string): Promise<ReportRow[]> {
  const { rows } = await db.query<ReportRow>({
    text: `select line, email, first_name, last_name, role, until, state, done_at, is_accepted, guest_until from authz.report_import($1)`,
    values: [id],
  })
  return rows
}

export type NextRow = {
  line: number
  email: string
  first_name: string
  last_name: string
  invitation_id: string | null
  inviter: string | null
  fingerprint: string
  /** Null: they are invited as a member. */
  guest_until: Date | null
}

/** Who is mailed next, locked; undefined when nothing is left to send. */
export async function nextOfImport(db: Transaction, id: string): Promise<NextRow | undefined> {
  const { rows } = await db.query<NextRow>({
    text: `select n.line, n.email, n.first_name, n.last_name, n.invitation_id, n.inviter, n.fingerprint, i.guest_until
           from authz.next_of_import($1) n left join public.invitations i on i.id = n.invitation_id`,
    values: [id],
  })
  return rows[0]
}

export async function noteOfImport(
  db: Transaction,
  id: string,
  line: number,
  state: Exclude<RowState, 'waiting' | 'marked'>,
): Promise<void> {
  await db.query({ text: 'select authz.note_of_import($1, $2, $3)', values: [id, line, state] })
}

export async function endImport(db: Transaction, id: string): Promise<void> {
  await db.query({ text: 'select authz.end_import($1)', values: [id] })
}

export async function importsToSend(db: Transaction): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    text: `select i.id from public.people_imports i where i.state = 'sending' order by i.created_at`,
  })
  return rows.map(({ id }) => id)
}

/** What was sent 30 days ago. */
export async function dropOldImports(db: Transaction): Promise<void> {
  await db.query({ text: 'select authz.drop_old_imports()' })
}
