import { randomUUID } from 'node:crypto'
import { type Course, neededOf, TRIES_A_DAY } from '#contract/training/courses.ts'
import type { Config } from '../config.ts'
import type { Caller, Database } from '../db/database.ts'
import { type CourseHead, courseOf, headOf, offeredCourses } from './catalogue.ts'
import { certificatePdf } from './certificate-pdf.ts'
import { type CertificateCodes, hashOfCode } from './certificate-codes.ts'
import { type Grade, gradeQuiz } from './grade-quiz.ts'
import { findCertificate, ownAssignments, ownCompletions, ownProgress, triesToday } from './learning.sql.ts'
import { trainingError } from './training-requests.ts'

export type LearningServices = { config: Pick<Config, 'publicUrl'>; database: Database; codes: CertificateCodes }

/** What members do with courses. Their rights, their progress and their tries are kept in the database. */
export class LearningService {
  readonly #services: LearningServices

  constructor(services: LearningServices) {
    this.#services = services
  }

  /** Everything that there is to learn, and how far the caller is. */
  async overview(caller: Caller) {
    const { database } = this.#services
    const { sub } = caller.claims
    // Somebody who joined since the last round sees what is assigned to everybody.
    await database.owner('select training.add_joined($1)', [sub])
    const as = { database, caller }
    const [assignments, completions, progress] = [
      await ownAssignments(as),
      await ownCompletions(as),
      await ownProgress(as),
    ]
    const readOf = ({ id, version }: CourseHead): number =>
      progress.find((one) => one.course === id && one.version === version)?.lessons.length ?? 0
    const courses = (await offeredCourses(as)).map((course) => ({ ...course, read: readOf(course) }))
    const { codes } = this.#services
    return { courses, assignments, completions: completions.map((one) => ({ ...one, code: codes.codeOf(one.id) })) }
  }

  /** A course to learn. Which answers are right, and why, is left out. */
  async open(caller: Caller, id: string) {
    const as = { database: this.#services.database, caller }
    const course = await courseOf(as, id)
    const progress = (await ownProgress(as)).find((one) => one.course === id && one.version === course.version)
    return {
      ...headOf(course),
      lessons: course.lessons,
      questions: course.questions.map(({ text, choices }) => ({ text, choices: choices.map((choice) => choice.text) })),
      needed: neededOf(course.questions.length),
      read: progress?.lessons ?? [],
      triesLeft: Math.max(0, TRIES_A_DAY - (await triesToday(as, id))),
    }
  }

  async readLesson(caller: Caller, id: string, { version, lesson }: { version: number; lesson: number }) {
    const course = sameVersion(await courseOf({ database: this.#services.database, caller }, id), version)
    if (lesson >= course.lessons.length) throw trainingError('bad_request')
    await this.#services.database.oneAsCaller(caller, {
      text: 'select training.read_lesson($1, $2, $3)',
      values: [id, version, lesson],
    })
  }

  /** Counts a try, then says what was right; who passed gets a certificate in the same transaction. */
  async answer(caller: Caller, id: string, { version, answers }: { version: number; answers: number[] }) {
    const course = sameVersion(await courseOf({ database: this.#services.database, caller }, id), version)
    const grade = gradeQuiz(course, answers)
    if (!grade) throw trainingError('bad_request')
    const completion = randomUUID()
    const triesLeft = await this.#services.database.asCaller(caller, async (db) => {
      const { rows } = await db.query<{ left: number }>({
        text: 'select training.begin_try($1, $2, $3) as left',
        values: [id, version, course.lessons.length],
      })
      if (grade.hasPassed) {
        const { text, values } = this.#completing(course, grade, completion)
        await db.query({ text, values })
      }
      return rows[0]?.left ?? 0
    })
    return { ...grade, triesLeft, completion: grade.hasPassed ? completion : null }
  }

  async showName(caller: Caller, completion: string, isShown: boolean): Promise<void> {
    await this.#services.database.oneAsCaller(caller, {
      text: 'select training.show_name($1, $2)',
      values: [completion, isShown],
    })
  }

  /** @throws {Refusal} `training_not_found`, of a withdrawn one as well. */
  async certificate(caller: Caller, id: string): Promise<{ pdf: Buffer; code: string }> {
    const { config, database, codes } = this.#services
    const found = await findCertificate({ database, caller }, id)
    if (!found || found.withdrawn_at) throw trainingError('training_not_found')
    const code = codes.codeOf(id)
    const pdf = await certificatePdf({
      name: found.printed_name,
      email: found.email,
      organisation: found.organisation,
      course: found.title,
      version: found.version,
      completedAt: found.completed_at,
      correct: found.correct,
      questions: found.questions,
      code,
      url: `${config.publicUrl}/verify/${code}`,
    })
    return { pdf, code }
  }

  #completing({ id, title, version, questions }: Course, { correct }: Grade, completion: string) {
    const result = { course: id, title, version, correct, questions: questions.length }
    const hash = hashOfCode(this.#services.codes.codeOf(completion))
    return {
      text: 'select training.complete($1, $2, $3)',
      values: [completion, JSON.stringify(result), hash],
    }
  }
}

function sameVersion(course: Course, version: number): Course {
  if (course.version !== version) throw trainingError('course_changed')
  return course
}
