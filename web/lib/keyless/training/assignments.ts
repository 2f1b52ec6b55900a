import { z } from 'zod'
import type { VaultApi } from '#vault/session/api.ts'
import { listPeopleOfTeam } from '#vault/teams/teams.ts'

const PATH = '/training/v1'

const assignment = z.object({
  id: z.string(),
  course: z.string(),
  title: z.string(),
  is_for_everybody: z.boolean(),
  due_on: z.string(),
  created_at: z.string(),
  people: z.number(),
  done: z.number(),
  late: z.number(),
})
/** A course that people have to do by a day, with how many of them did. */
export type Assignment = z.output<typeof assignment>
const assignments = z.object({ assignments: z.array(assignment), after: z.string().nullable() })
export type AssignmentPage = z.output<typeof assignments>

const assignee = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  due_on: z.string(),
  done_at: z.string().nullable(),
  is_late: z.boolean(),
  completion_id: z.string().nullable(),
  correct: z.number().nullable(),
  questions: z.number().nullable(),
  version: z.number().nullable(),
})
export type Assignee = z.output<typeof assignee>
const assignees = z.object({ people: z.array(assignee), after: z.string().nullable() })
export type AssigneePage = z.output<typeof assignees>

/** Newest first. @throws {VaultError} `not_allowed` */
export async function listAssignments(api: VaultApi, after?: string): Promise<AssignmentPage> {
  return assignments.parse(await read(api, `/assignments${after === undefined ? '' : `?after=${after}`}`))
}

/** By address. @throws {VaultError} `entry_gone` */
export async function listAssignees(api: VaultApi, id: string, after?: string): Promise<AssigneePage> {
  const rest = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
  return assignees.parse(await read(api, `/assignments/${id}/people${rest}`))
}

export type NewAssignment = {
  course: string
  /** Everybody of the organisation and those who join it, or these people and those who are in these teams now. */
  isForEverybody: boolean
  people: readonly string[]
  teams: readonly string[]
  /** ISO 8601 date. */
  dueOn: string
}

/** @throws {VaultError} `entry_gone` when none of them is there */
export async function assignCourse(
  api: VaultApi,
  { course, isForEverybody, people, teams, dueOn }: NewAssignment,
): Promise<void> {
  const ofTeams = isForEverybody ? [] : await Promise.all(teams.map((team) => listPeopleOfTeam(api, team)))
  await api.post(`${PATH}/assignments`, {
    course,
    is_for_everybody: isForEverybody,
    people: isForEverybody ? [] : [...new Set([...people, ...ofTeams.flat()])],
    due_on: dueOn,
  })
}

/** Another day for everybody who has not done it. */
export async function moveAssignment(api: VaultApi, id: string, dueOn: string): Promise<void> {
  await api.fetch(`${PATH}/assignments/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ due_on: dueOn }),
  })
}

/** What people completed stays. */
export async function removeAssignment(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/assignments/${id}`, { method: 'DELETE' })
}

/** Who did it, as CSV. */
export async function exportAssignment(api: VaultApi, id: string): Promise<Blob> {
  return (await api.fetch(`${PATH}/assignments/${id}/export`, { method: 'GET' })).blob()
}

/** The certificate no longer counts; what it was done for is open again. */
export async function withdrawCertificate(api: VaultApi, completion: string): Promise<void> {
  await api.post(`${PATH}/completions/${completion}/withdrawal`, {})
}

async function read(api: VaultApi, path: string): Promise<unknown> {
  return (await api.fetch(`${PATH}${path}`, { method: 'GET' })).json()
}
