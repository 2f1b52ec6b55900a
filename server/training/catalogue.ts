import { z } from 'zod'
import type { Course } from '#contract/training/courses.ts'
import { administrators } from './courses/administrators.ts'
import { confidentialFiles } from './courses/confidential-files.ts'
import { phishing } from './courses/phishing.ts'
import { postQuantum } from './courses/post-quantum.ts'
import type { AsCaller } from './learning.sql.ts'
import { trainingError } from './training-requests.ts'

/** The courses that come with the program, in the order in which they are offered. */
export const STARTER_COURSES: readonly Course[] = [phishing, confidentialFiles, postQuantum, administrators]

const isOwn = (id: string): boolean => z.uuid().safeParse(id).success

const content = z.object({
  lessons: z.array(z.object({ title: z.string(), body: z.string() })),
  questions: z.array(
    z.object({
      text: z.string(),
      choices: z.array(z.object({ text: z.string(), isRight: z.boolean(), why: z.string() })),
    }),
  ),
})

/** What a list says of a course; its lessons and questions are read one course at a time. */
export type CourseHead = Pick<Course, 'id' | 'title' | 'summary' | 'minutes' | 'version'> & {
  lessonCount: number
  questionCount: number
}
type OwnRow = CourseHead & { content: unknown }

/** What the caller can learn: the courses of the program, then those of their organisation. */
export async function offeredCourses(as: AsCaller): Promise<CourseHead[]> {
  return [...STARTER_COURSES.map(headOf), ...(await ownCourses(as, null)).map(withoutContent)]
}

/** @throws {Refusal} `training_not_found` */
export async function courseOf(as: AsCaller, id: string): Promise<Course> {
  const starter = STARTER_COURSES.find((one) => one.id === id)
  if (starter) return starter
  const [own] = isOwn(id) ? await ownCourses(as, id) : []
  if (!own) throw trainingError('training_not_found')
  const { title, summary, minutes, version } = own
  return { id: own.id, title, summary, minutes, version, ...content.parse(own.content) }
}

export const headOf = ({ id, title, summary, minutes, version, lessons, questions }: Course): CourseHead => ({
  id,
  title,
  summary,
  minutes,
  version,
  lessonCount: lessons.length,
  questionCount: questions.length,
})

const withoutContent = ({ id, title, summary, minutes, version, lessonCount, questionCount }: OwnRow): CourseHead => ({
  id,
  title,
  summary,
  minutes,
  version,
  lessonCount,
  questionCount,
})

async function ownCourses({ database, caller }: AsCaller, id: string | null): Promise<OwnRow[]> {
  const { rows } = await database.oneAsCaller<OwnRow>(caller, {
    text: `select o.id, o.title, o.summary, o.minutes, o.version, o.lessons as "lessonCount", o.questions as "questionCount", o.content
           from training.offered_courses($1) o`,
    values: [id],
  })
  return rows
}
