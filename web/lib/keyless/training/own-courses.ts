import { z } from 'zod'
import { archiveCourse as archive, restoreCourse as restore } from '#contract/training/own-courses-wire.ts'
import type { CourseDraft } from '#contract/training/own-courses.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { callArchive } from '../call-route.ts'

const PATH = '/training/v1/own-courses'
const JSON_HEADERS = { 'content-type': 'application/json' }

const listed = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  minutes: z.number(),
  revision: z.number(),
  version: z.number().nullable(),
  has_changes: z.boolean(),
  is_retired: z.boolean(),
})
/** A course of the organisation. `version`: the one that people learn; `has_changes`: something else was saved since. */
export type OwnCourse = z.output<typeof listed>

const opened = listed.extend({
  lessons: z.array(z.object({ title: z.string(), body: z.string() })),
  questions: z.array(
    z.object({
      text: z.string(),
      choices: z.array(z.object({ text: z.string(), isRight: z.boolean(), why: z.string() })),
    }),
  ),
})
export type OpenOwnCourse = z.output<typeof opened>

/** Newest first. @throws {VaultError} `not_allowed` */
export async function listOwnCourses(api: VaultApi): Promise<OwnCourse[]> {
  return z.object({ courses: z.array(listed) }).parse(await read(api, PATH)).courses
}

/** @throws {VaultError} `entry_gone` */
export async function openOwnCourse(api: VaultApi, id: string): Promise<OpenOwnCourse> {
  return opened.parse(await read(api, `${PATH}/${id}`))
}

const made = z.object({ id: z.string() })

/** @param seen the revision that the person looked at; 0 for a new course. @returns its id. @throws {VaultError} `course_saved_elsewhere` */
export async function saveOwnCourse(
  api: VaultApi,
  id: string | null,
  draft: CourseDraft & { seen: number },
): Promise<string> {
  if (id === null) return made.parse(await api.post(PATH, draft)).id
  await api.fetch(`${PATH}/${id}`, { method: 'PUT', headers: JSON_HEADERS, body: JSON.stringify(draft) })
  return id
}

/** What was saved is what people learn from now on. @param seen the revision that the person looked at. @throws {VaultError} `course_incomplete`, `course_saved_elsewhere` */
export async function publishOwnCourse(api: VaultApi, id: string, seen: number): Promise<number> {
  return z.object({ version: z.number() }).parse(await api.post(`${PATH}/${id}/publication`, { seen })).version
}

/** `version`: the revision that the person looked at. @throws {VaultError} `course_saved_elsewhere` */
export async function archiveOwnCourse(api: VaultApi, change: Parameters<typeof callArchive>[2]): Promise<number> {
  return callArchive(api, { archive, restore }, change)
}

/** @throws {VaultError} `course_published` */
export async function removeOwnCourse(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/${id}`, { method: 'DELETE' })
}

async function read(api: VaultApi, path: string): Promise<unknown> {
  return (await api.fetch(path, { method: 'GET' })).json()
}
