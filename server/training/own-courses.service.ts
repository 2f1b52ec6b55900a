import { type CourseDraft, isWhole } from '#contract/training/own-courses.ts'
import type { Caller, Database } from '../db/database.ts'
import { trainingError } from './training-requests.ts'

type OwnCourseRow = {
  id: string
  title: string
  summary: string
  minutes: number
  revision: number
  version: number | null
  has_changes: boolean
  is_retired: boolean
}
type OpenRow = OwnCourseRow & { draft: Pick<CourseDraft, 'lessons' | 'questions'> }

const COLUMNS = `c.id, c.title, c.summary, c.minutes, c.revision, c.published_version as version, c.is_retired,
  c.published_revision is distinct from c.revision as has_changes`

/** Courses that an organisation writes itself, for people who manage its users. Whether they may is asked of the database in each call. */
export class OwnCourseService {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async list(caller: Caller): Promise<OwnCourseRow[]> {
    const { rows } = await this.#database.oneAsCaller<OwnCourseRow>(caller, {
      text: `select ${COLUMNS} from training.courses c where training.managed() is not null order by c.created_at desc, c.id`,
    })
    return rows
  }

  /** @throws {Refusal} `training_not_found` */
  async read(caller: Caller, id: string) {
    const { rows } = await this.#database.oneAsCaller<OpenRow>(caller, {
      text: `select ${COLUMNS}, c.draft from training.courses c where c.id = $1 and training.managed() is not null`,
      values: [id],
    })
    if (!rows[0]) throw trainingError('training_not_found')
    const { draft, ...course } = rows[0]
    return { ...course, lessons: draft.lessons, questions: draft.questions }
  }

  /** @param seen the revision that the person looked at */
  async save(caller: Caller, id: string | null, given: CourseDraft & { seen: number }): Promise<string | undefined> {
    const { seen, lessons, questions, ...fields } = given
    const { rows } = await this.#database.oneAsCaller<{ id: string }>(caller, {
      text: 'select training.save_course($1, $2, $3) as id',
      values: [id, JSON.stringify({ ...fields, draft: { lessons, questions } }), seen],
    })
    return rows[0]?.id
  }

  /** @returns the version that people learn from now on. @throws {Refusal} `course_incomplete` */
  async publish(caller: Caller, id: string, seen: number): Promise<number> {
    const course = await this.read(caller, id)
    if (course.revision === seen && !isWhole(course)) throw trainingError('course_incomplete')
    const { rows } = await this.#database.oneAsCaller<{ version: number }>(caller, {
      text: 'select training.publish_course($1, $2) as version',
      values: [id, seen],
    })
    return rows[0]?.version ?? 0
  }

  /** One that is archived is offered no longer; those who still have to do it can. @returns its revision */
  async archive(
    caller: Caller,
    id: string,
    { version, isArchived }: { version: number; isArchived: boolean },
  ): Promise<number> {
    await this.#database.oneAsCaller(caller, {
      text: 'select training.archive_course($1, $2, $3)',
      values: [id, version, isArchived],
    })
    return version
  }

  async remove(caller: Caller, id: string): Promise<void> {
    await this.#database.oneAsCaller(caller, { text: 'select training.remove_course($1)', values: [id] })
  }
}
