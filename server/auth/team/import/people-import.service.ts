import { createHash } from 'node:crypto'
import { DatabaseError } from 'pg'
import { csvHead, csvLine } from '#contract/csv/csv.ts'
import type { TableProblem } from '#contract/csv/csv-table.ts'
import { isInvited, isTaken, type PersonOutcome } from '#contract/organisation/people-import.ts'
import type { Transaction } from '#server/db/database.ts'
import { AuthError } from '../../auth-error.ts'
import type { AuthContext } from '../../context.ts'
import { reauthenticationNeeded } from '../../session/fresh-proof.service.ts'
import { actAs } from '../team.sql.ts'
import {
  cancelImport,
  describeImport,
  type ImportFacts,
  type ImportRow,
  listImports,
  reportImport,
  startImport,
} from './people-import.sql.ts'
import { type PersonRow, readPeople } from './read-people.ts'

type Who = { userId: string; sessionId: string }

/** Rows of each outcome that are shown before anything is done. */
const SHOWN_OF_EACH = 50

/** A list as it would be done now, or why it is not read. */
export type Preview =
  | { problem: TableProblem }
  | {
      counts: Partial<Record<PersonOutcome, number>>
      /** Who is invited, and who is not, some of each. */
      shown: { row: number; email: string; outcome: PersonOutcome }[]
      invited: number
      /** Accounts that an identity provider keeps, and that become guests. */
      marked: number
      /** Names who is invited and who is marked: what is done is what was shown. */
      digest: string
      leftOut: string[]
    }

/** Lists of people who are invited together. Whether somebody may is asked of the database in each call. */
export class PeopleImports {
  readonly #context: AuthContext

  constructor(context: AuthContext) {
    this.#context = context
  }

  async preview(who: Who, csv: string): Promise<Preview> {
    const judged = await this.#as(who, (db) => this.#judge(db, csv))
    if ('problem' in judged) return judged
    const { rows, leftOut } = judged
    const counts: Partial<Record<PersonOutcome, number>> = {}
    const shown = rows.filter(({ outcome }) => (counts[outcome] = (counts[outcome] ?? 0) + 1) <= SHOWN_OF_EACH)
    return {
      counts,
      shown: shown.map(({ row, email, outcome }) => ({ row, email: email.slice(0, 254), outcome })),
      invited: rows.filter(({ outcome }) => isInvited(outcome)).length,
      marked: rows.filter(({ outcome }) => outcome === 'marked').length,
      digest: digestOf(rows),
      leftOut,
    }
  }

  /**
   * Invites everybody whom the list invites now, and makes guests of those whom it marks, or does nothing.
   * @param list `digest`: of the preview that the person was shown
   * @throws {AuthError} `import_changed` where it would be others than shown
   */
  async start(who: Who, list: { csv: string; digest: string; fingerprint: string }): Promise<{ id: string }> {
    return this.#as(who, async (db) => {
      const judged = await this.#judge(db, list.csv)
      if ('problem' in judged) throw new AuthError(400, 'validation_failed', `The list is not read: ${judged.problem}`)
      const people = judged.rows.flatMap(({ entry, outcome }) =>
        entry && isTaken(outcome) ? [{ ...entry, isMarked: outcome === 'marked' }] : [],
      )
      if (people.length === 0 || digestOf(judged.rows) !== list.digest) throw changed()
      const { teams } = judged.facts
      const id = await startImport(db, {
        people: people.map(({ row, email, firstName, lastName, role, until, guestUntil, isMarked, teams: names }) => ({
          line: row,
          email,
          first_name: firstName,
          last_name: lastName,
          role,
          until,
          guest_until: guestUntil,
          is_marked: isMarked,
          // A person of the organisation stays in their teams.
          team_ids: isMarked ? [] : names.map((name) => teamOf(teams, name) ?? ''),
        })),
        fingerprint: list.fingerprint,
        leftOut: judged.rows.length - people.length,
      })
      return { id }
    })
  }

  /** Newest first. */
  async list(who: Who): Promise<ImportRow[]> {
    return this.#as(who, (db) => listImports(db, null))
  }

  /** @throws {AuthError} `import_not_found` */
  async read(who: Who, id: string): Promise<ImportRow> {
    const [found] = await this.#as(who, (db) => listImports(db, id))
    if (!found) throw gone()
    return found
  }

  async cancel(who: Who, id: string): Promise<void> {
    await this.#as(who, (db) => cancelImport(db, id))
  }

  /** Everybody of a list and where their invitation is, as CSV. @throws {AuthError} `import_not_found` */
  async report(who: Who, id: string): Promise<string> {
    const rows = await this.#as(who, (db) => reportImport(db, id))
    const lines = rows.map((row) =>
      csvLine([
        String(row.line),
        row.email,
        row.first_name,
        row.last_name,
        row.role,
        dayOf(row.until ?? row.guest_until),
        row.guest_until === null ? 'no' : 'yes',
        row.is_accepted ? 'accepted' : row.state,
        row.done_at?.toISOString() ?? '',
      ]),
    )
    return (
      csvHead(['row', 'email', 'first name', 'last name', 'role', 'expiry', 'guest', 'state', 'at']) + lines.join('')
    )
  }

  async #judge(db: Transaction, csv: string) {
    const read = readPeople(csv, new Date(this.#context.clock.nowMs()))
    if ('problem' in read) {
      // Who may not import learns nothing of the list either.
      await describeImport(db, [], [])
      return read
    }
    const entries = read.rows.flatMap(({ entry }) => (entry ? [entry] : []))
    const facts = await describeImport(
      db,
      entries.map(({ email }) => email),
      [...new Set(entries.flatMap(({ teams }) => teams.map((name) => name.toLowerCase())))],
    )
    return { rows: judgeRows(read.rows, facts), leftOut: read.leftOut, facts }
  }

  async #as<Result>({ userId, sessionId }: Who, act: (db: Transaction) => Promise<Result>): Promise<Result> {
    try {
      return await this.#context.database.asOwner(async (db) => {
        await actAs(db, { userId, sessionId })
        return act(db)
      })
    } catch (error) {
      throw refusalOf(error)
    }
  }
}

/** Whether an invitation is new or sent again makes no difference: the person who looked meant that it is sent. */
function digestOf(rows: readonly PersonRow[]): string {
  const taken = rows.flatMap(({ row, email, outcome }) =>
    isTaken(outcome) ? [[row, email, outcome === 'marked']] : [],
  )
  return createHash('sha256').update(JSON.stringify(taken)).digest('base64url')
}

/** What happens with each row; the places that the plan has are given in the order of the list. */
function judgeRows(rows: readonly PersonRow[], facts: ImportFacts): PersonRow[] {
  let room = facts.room
  return rows.map((row) => {
    const { entry } = row
    if (!entry) return row
    const outcome = outcomeOf(entry, facts)
    // Somebody who was invited before has their place already.
    if (outcome !== 'new' || room === null) return { ...row, outcome }
    if (room <= 0) return { ...row, outcome: 'no_seat' }
    room -= 1
    return { ...row, outcome }
  })
}

function outcomeOf(
  entry: NonNullable<PersonRow['entry']>,
  { leads, roles, teams, people }: ImportFacts,
): PersonOutcome {
  const standing = people[entry.email]
  if (standing === 'removed') return standing
  const isTeamUnknown = entry.teams.some((name) => teamOf(teams, name) === undefined)
  if (standing === 'provisioned' && entry.guestUntil) return isTeamUnknown ? 'team_unknown' : 'marked'
  if (standing === 'holding' && entry.guestUntil) return 'guest_holds'
  if (standing !== undefined && standing !== 'invited') return 'member'
  if (!roles.includes(entry.role)) return 'role_beyond_plan'
  if (entry.role === 'owner' && !leads) return 'role_not_yours'
  if (isTeamUnknown) return 'team_unknown'
  return standing === 'invited' ? 'again' : 'new'
}

/** The id of a team that was found by its name. */
const teamOf = (teams: ImportFacts['teams'], name: string): string | undefined =>
  Object.hasOwn(teams, name.toLowerCase()) ? teams[name.toLowerCase()] : undefined

const dayOf = (end: Date | null): string => end?.toISOString().slice(0, 10) ?? ''

const changed = (options?: ErrorOptions) =>
  new AuthError(409, 'import_changed', 'What the list would do has changed. Look at it again', {}, options)
const gone = (options?: ErrorOptions) => new AuthError(404, 'import_not_found', 'This list is gone', {}, options)

function refusalOf(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  const options = { cause: error }
  switch (error.code) {
    case '42501':
      return new AuthError(403, 'not_admin', 'You may not invite these people', {}, options)
    case 'QS403':
      return reauthenticationNeeded()
    case 'QS439':
    case 'QS486':
      return changed(options)
    case 'QS436':
      return new AuthError(409, 'import_running', 'Another list is being sent', {}, options)
    case 'QS438':
      return new AuthError(429, 'import_limit', 'Lists of an organisation name 500 people a day', {}, options)
    case 'QS437':
      return gone(options)
    default:
      return error
  }
}
