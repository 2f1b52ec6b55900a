import { createHash } from 'node:crypto'
import { csvHead, csvLine } from '#contract/csv/csv.ts'
import { ACCESS_LIMITS } from '#contract/reviews/access-on-day.ts'
import type { AccessKind, AccessSource } from '#contract/reviews/access-on-day.ts'
import type { Caller, Database } from '../db/database.ts'

type Grant = {
  kind: AccessKind
  /** A role, the id of a space or a file, or the name of a team. */
  what: string
  held_role: string
  began: Date
  ended: Date | null
  source: AccessSource
  given_by: string
  files: number | null
}
type Asked = { person: string; day: string }

/** What somebody could open on a day, as far as the server knows. Whether the caller may ask is decided in the database. */
export class AccessOnDayService {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** @throws {DatabaseError} 42501, QS404 */
  async list(caller: Caller, { person, day }: Asked): Promise<{ grants: Grant[]; is_cut: boolean }> {
    const { rows } = await this.#database.oneAsCaller<Grant>(caller, {
      text: `select kind, what, held_role, began, ended, source, given_by, files::float as files from reviews.access_on_day($1, $2)`,
      values: [person, day],
    })
    return { grants: rows, is_cut: rows.length === ACCESS_LIMITS.grants }
  }

  /** The list as CSV. The audit log has the hash of exactly these bytes. */
  async export(caller: Caller, asked: Asked): Promise<Buffer> {
    const { grants, is_cut: isCut } = await this.list(caller, asked)
    const head = csvHead(['what', 'which', 'role', 'from', 'until', 'source', 'given by', 'files'])
    const lines = [...grants.map(line), ...LIMITS.map((text) => ['not known', text, '', '', '', '', '', ''])]
    if (isCut) lines.push(['not known', `more than ${ACCESS_LIMITS.grants} grants`, '', '', '', '', '', ''])
    const csv = Buffer.from(head + lines.map(csvLine).join(''))
    await this.#database.oneAsCaller(caller, {
      text: 'select reviews.record_access_list($1, $2, $3)',
      values: [asked.person, asked.day, createHash('sha256').update(csv).digest('hex')],
    })
    return csv
  }
}

/** Evidence that says nothing of its limits would be taken for all there is. */
const LIMITS = [
  'files opened by links that were sent outside',
  'copies and downloads, and what others passed on',
  'files that are deleted by now, and grants whose events the retention of the audit log removed',
]

const line = ({ kind, what, held_role: role, began, ended, source, given_by: by, files }: Grant): string[] => [
  kind,
  what,
  role,
  began.toISOString(),
  ended?.toISOString() ?? '',
  source,
  by,
  files === null ? '' : String(files),
]
