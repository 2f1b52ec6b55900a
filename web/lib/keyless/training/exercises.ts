import { z } from 'zod'
import { EXERCISE_TEMPLATES, type ExerciseTemplate } from '#contract/training/exercises.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/training/v1/exercises'

const exercise = z.object({
  id: z.string(),
  template: z.enum(EXERCISE_TEMPLATES),
  names_people: z.boolean(),
  started_at: z.string(),
  mails: z.number(),
  clicked: z.number(),
  recognised: z.number(),
})
/** A phishing exercise, with how many followed its link and how many said that they recognised it. */
export type Exercise = z.output<typeof exercise>

const people = z.object({
  people: z.array(
    z.object({
      user_id: z.string(),
      name: z.string(),
      email: z.string(),
      clicked_at: z.string().nullable(),
      recognised_at: z.string().nullable(),
    }),
  ),
  after: z.string().nullable(),
})
export type ExercisePeople = z.output<typeof people>

/** Newest first. @throws {VaultError} `not_allowed` */
export async function listExercises(api: VaultApi): Promise<Exercise[]> {
  return z.object({ exercises: z.array(exercise) }).parse(await read(api, PATH)).exercises
}

/** Mails every member at once. @throws {VaultError} `exercise_too_soon` */
export async function startExercise(api: VaultApi, template: ExerciseTemplate, namesPeople: boolean): Promise<void> {
  await api.post(PATH, { template, names_people: namesPeople })
}

/** By address; of an exercise that names people. @throws {VaultError} `entry_gone` */
export async function listExercisePeople(api: VaultApi, id: string, after?: string): Promise<ExercisePeople> {
  return people.parse(
    await read(api, `${PATH}/${id}/people${after === undefined ? '' : `?after=${encodeURIComponent(after)}`}`),
  )
}

async function read(api: VaultApi, path: string): Promise<unknown> {
  return (await api.fetch(path, { method: 'GET' })).json()
}
