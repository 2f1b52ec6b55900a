import type { Caller, Database } from '../db/database.ts'

export type OwnAssignment = { id: string; course: string; title: string; due_on: string; done_at: Date | null }
export type OwnCompletion = {
  id: string
  course: string
  title: string
  version: number
  correct: number
  questions: number
  completed_at: Date
  shows_name: boolean
  withdrawn_at: Date | null
}
export type Progress = { course: string; version: number; lessons: number[] }

/** Calls of one person, with their rights. */
export type AsCaller = { database: Database; caller: Caller }

export async function ownAssignments({ database, caller }: AsCaller): Promise<OwnAssignment[]> {
  const { rows } = await database.oneAsCaller<OwnAssignment>(caller, {
    text: `select a.id, a.course, a.title, e.due_on::text as due_on, e.done_at
           from training.assignees e join training.assignments a on a.id = e.assignment_id
           where e.user_id = auth.uid() and training.home() is not null
           order by e.done_at is not null, e.due_on, a.id limit 500`,
  })
  return rows
}

export async function ownCompletions({ database, caller }: AsCaller): Promise<OwnCompletion[]> {
  const { rows } = await database.oneAsCaller<OwnCompletion>(caller, {
    text: `select c.id, c.course, c.title, c.version, c.correct, c.questions, c.completed_at, c.shows_name, c.withdrawn_at
           from training.completions c where c.user_id = auth.uid() order by c.completed_at desc, c.id limit 500`,
  })
  return rows
}

export async function ownProgress({ database, caller }: AsCaller): Promise<Progress[]> {
  const { rows } = await database.oneAsCaller<Progress>(caller, {
    text: 'select p.course, p.version, p.lessons from training.progress p where p.user_id = auth.uid() limit 500',
  })
  return rows
}

export async function triesToday({ database, caller }: AsCaller, course: string): Promise<number> {
  const { rows } = await database.oneAsCaller<{ tries: number }>(caller, {
    text: `select count(*)::integer as tries from training.tries t
           where t.user_id = auth.uid() and t.course = $1 and t.at > clock_timestamp() - interval '1 day'`,
    values: [course],
  })
  return rows[0]?.tries ?? 0
}

export type PrintedCertificate = OwnCompletion & { printed_name: string; organisation: string; email: string }

/** Of the caller alone. */
export async function findCertificate(
  { database, caller }: AsCaller,
  id: string,
): Promise<PrintedCertificate | undefined> {
  const { rows } = await database.oneAsCaller<PrintedCertificate>(caller, {
    text: `select c.id, c.course, c.title, c.version, c.correct, c.questions, c.completed_at, c.shows_name, c.withdrawn_at, c.printed_name,
                  public.organisation_name() as organisation, coalesce(auth.jwt() ->> 'email', '') as email
           from training.completions c where c.id = $1 and c.user_id = auth.uid()`,
    values: [id],
  })
  return rows[0]
}
