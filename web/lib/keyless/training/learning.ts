import { z } from 'zod'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/training/v1'

const head = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  minutes: z.number(),
  version: z.number(),
  lessonCount: z.number(),
  questionCount: z.number(),
})
const overview = z.object({
  courses: z.array(head.extend({ read: z.number() })),
  assignments: z.array(
    z.object({
      id: z.string(),
      course: z.string(),
      title: z.string(),
      due_on: z.string(),
      done_at: z.string().nullable(),
    }),
  ),
  completions: z.array(
    z.object({
      id: z.string(),
      course: z.string(),
      title: z.string(),
      version: z.number(),
      correct: z.number(),
      questions: z.number(),
      completed_at: z.string(),
      shows_name: z.boolean(),
      withdrawn_at: z.string().nullable(),
      code: z.string(),
    }),
  ),
})
/** What there is to learn, what is assigned to the caller and what they completed. Days are ISO 8601 dates, times ISO 8601; `/verify/<code>` checks a certificate. */
export type TrainingOverview = z.output<typeof overview>
export type Completion = TrainingOverview['completions'][number]

const course = head.extend({
  lessons: z.array(z.object({ title: z.string(), body: z.string() })),
  questions: z.array(z.object({ text: z.string(), choices: z.array(z.string()) })),
  needed: z.number(),
  read: z.array(z.number()),
  triesLeft: z.number(),
})
/** `read`: numbers of the lessons that were read, from 0. `needed`: answers that have to be right. */
export type OpenCourse = z.output<typeof course>

const result = z.object({
  correct: z.number(),
  needed: z.number(),
  hasPassed: z.boolean(),
  answers: z.array(z.object({ isRight: z.boolean(), why: z.string(), right: z.number().nullable() })),
  triesLeft: z.number(),
  completion: z.string().nullable(),
})
/** `right` of an answer is null until the quiz is passed. */
export type QuizResult = z.output<typeof result>

export async function listTraining(api: VaultApi): Promise<TrainingOverview> {
  return overview.parse(await read(api, '/courses'))
}

/** @throws {VaultError} `entry_gone` */
export async function openCourse(api: VaultApi, id: string): Promise<OpenCourse> {
  return course.parse(await read(api, `/courses/${encodeURIComponent(id)}`))
}

/** @param lesson its number, from 0. @throws {VaultError} `course_changed` */
export async function finishLesson(
  api: VaultApi,
  { id, version }: Pick<OpenCourse, 'id' | 'version'>,
  lesson: number,
): Promise<void> {
  await api.post(`${PATH}/courses/${encodeURIComponent(id)}/lessons`, { version, lesson })
}

/** @param answers the number of the answer to each question. @throws {VaultError} `quiz_paused` | `lessons_unread` | `course_changed` */
export async function answerQuiz(
  api: VaultApi,
  { id, version }: Pick<OpenCourse, 'id' | 'version'>,
  answers: readonly number[],
): Promise<QuizResult> {
  return result.parse(await api.post(`${PATH}/courses/${encodeURIComponent(id)}/answers`, { version, answers }))
}

/** Whether the page that checks a certificate shows the whole name. */
export async function showNameOnCertificate(api: VaultApi, completion: string, isShown: boolean): Promise<void> {
  await api.fetch(`${PATH}/completions/${completion}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shows_name: isShown }),
  })
}

/** As PDF. @throws {VaultError} `entry_gone`, also when it was withdrawn */
export async function fetchCertificate(api: VaultApi, completion: string): Promise<Blob> {
  return (await api.fetch(`${PATH}/completions/${completion}/certificate`, { method: 'GET' })).blob()
}

async function read(api: VaultApi, path: string): Promise<unknown> {
  return (await api.fetch(`${PATH}${path}`, { method: 'GET' })).json()
}
