import { csvHead, csvLine } from '#contract/csv/csv.ts'
import type { Caller, Database } from '../db/database.ts'
import { type AssigneeRow, isAssignment, listAssignees, listAssignments, PAGE } from './assignments.sql.ts'
import { courseOf } from './catalogue.ts'
import { trainingError } from './training-requests.ts'

export type NewAssignment = { course: string; is_for_everybody: boolean; people: string[]; due_on: string }

/** Rows of one export: those of the largest organisation there is, and more. */
const MOST_EXPORTED = 100_000

/** What people who manage users do with training. Whether they may is asked of the database in each call. */
export class AssignmentService {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async list(caller: Caller, after?: string) {
    const assignments = await listAssignments({ database: this.#database, caller }, after)
    return { assignments, after: assignments.length === PAGE ? (assignments.at(-1)?.id ?? null) : null }
  }

  async people(caller: Caller, id: string, after?: string) {
    const as = { database: this.#database, caller }
    if (!(await isAssignment(as, id))) throw trainingError('training_not_found')
    const people = await listAssignees(as, { id, after, most: PAGE })
    return { people, after: people.length === PAGE ? (people.at(-1)?.email ?? null) : null }
  }

  /** Who did it, as CSV; the export is an event of the audit log. */
  async export(caller: Caller, id: string): Promise<string> {
    const as = { database: this.#database, caller }
    if (!(await isAssignment(as, id))) throw trainingError('training_not_found')
    const people = await listAssignees(as, { id, most: MOST_EXPORTED })
    await this.#database.oneAsCaller(caller, {
      text: 'select training.record_export($1, $2)',
      values: [id, people.length],
    })
    return (
      csvHead(['name', 'email', 'due', 'state', 'completed', 'right', 'questions', 'version']) +
      people.map(lineOf).join('')
    )
  }

  async assign(caller: Caller, { course, is_for_everybody: isForEverybody, people, due_on: due }: NewAssignment) {
    const { title } = await courseOf({ database: this.#database, caller }, course)
    const { rows } = await this.#database.oneAsCaller<{ id: string }>(caller, {
      text: 'select training.assign($1, $2, $3, $4, $5) as id',
      values: [course, title, isForEverybody, people, due],
    })
    return rows[0]?.id
  }

  async move(caller: Caller, id: string, due: string): Promise<void> {
    await this.#database.oneAsCaller(caller, { text: 'select training.move_due($1, $2)', values: [id, due] })
  }

  async remove(caller: Caller, id: string): Promise<void> {
    await this.#database.oneAsCaller(caller, { text: 'select training.remove_assignment($1)', values: [id] })
  }

  /** A certificate no longer counts. */
  async withdraw(caller: Caller, completion: string): Promise<void> {
    await this.#database.oneAsCaller(caller, { text: 'select training.withdraw($1)', values: [completion] })
  }
}

const lineOf = ({ name, email, due_on: due, done_at: doneAt, is_late: isLate, ...result }: AssigneeRow): string => {
  const { correct, questions, version } = result
  const state = doneAt ? 'done' : isLate ? 'late' : 'open'
  return csvLine([
    name,
    email,
    due,
    state,
    doneAt?.toISOString() ?? '',
    ...[correct, questions, version].map((value) => (value === null ? '' : String(value))),
  ])
}
