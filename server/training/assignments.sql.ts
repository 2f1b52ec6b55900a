import type { AsCaller } from './learning.sql.ts'

/** Rows of one answer. */
export const PAGE = 100

export type AssignmentRow = {
  id: string
  course: string
  title: string
  is_for_everybody: boolean
  due_on: string
  created_at: Date
  people: number
  done: number
  late: number
}

/** Newest first. */
export async function listAssignments({ database, caller }: AsCaller, after?: string): Promise<AssignmentRow[]> {
  const { rows } = await database.oneAsCaller<AssignmentRow>(caller, {
    // Who left the organisation, or was removed from it, no longer counts.
    text: `with members as materialized (select m.user_id from training.members() m),
           shown as (
             select a.* from training.assignments a
             where training.managed() is not null
               and ($1::uuid is null or (a.created_at, a.id) < (select b.created_at, b.id from training.assignments b where b.id = $1))
             order by a.created_at desc, a.id desc limit ${PAGE})
           select s.id, s.course, s.title, s.is_for_everybody, s.due_on::text as due_on, s.created_at, c.people, c.done, c.late
           from shown s
           left join lateral (
             select count(*)::integer as people, count(e.done_at)::integer as done,
                    (count(*) filter (where e.done_at is null and e.due_on < training.today()))::integer as late
             from training.assignees e join members m on m.user_id = e.user_id where e.assignment_id = s.id) c on true
           order by s.created_at desc, s.id desc`,
    values: [after ?? null],
  })
  return rows
}

export type AssigneeRow = {
  user_id: string
  name: string
  email: string
  due_on: string
  done_at: Date | null
  is_late: boolean
  completion_id: string | null
  correct: number | null
  questions: number | null
  version: number | null
}

/** Whether the caller manages it. */
export async function isAssignment({ database, caller }: AsCaller, id: string): Promise<boolean> {
  const { rows } = await database.oneAsCaller<{ title: string }>(caller, {
    text: 'select a.title from training.assignments a where a.id = $1 and training.managed() is not null',
    values: [id],
  })
  return rows.length > 0
}

/** By address. @param most rows, after the person with the address `after` */
export async function listAssignees(
  { database, caller }: AsCaller,
  { id, after, most }: { id: string; after?: string | undefined; most: number },
): Promise<AssigneeRow[]> {
  const { rows } = await database.oneAsCaller<AssigneeRow>(caller, {
    text: `select e.user_id, p.name, p.email, e.due_on::text as due_on, e.done_at,
                  e.done_at is null and e.due_on < training.today() as is_late, e.completion_id, c.correct, c.questions, c.version
           from training.assignees e join training.members() p on p.user_id = e.user_id
           left join training.completions c on c.id = e.completion_id
           where e.assignment_id = $1 and training.managed() is not null and ($2::text is null or p.email > $2)
           order by p.email limit $3`,
    values: [id, after ?? null, most],
  })
  return rows
}
