import type { ClusterMethod } from '#contract/keywords/keywords.ts'
import type { Database, Transaction } from '../db/database.ts'
import { SILENT_SECONDS, type OwnProject } from './keywords.sql.ts'
import type { Cluster } from './pipeline/cluster-keywords.ts'
import type { StageProgress } from './pipeline/stage-report.ts'

export type ClaimedProject = { id: string; tenant: string; author: string | null; keywords: string[] }

/** Takes a project that nobody works on. @returns undefined where there is none, it has ended, or somebody works on it */
export async function claimProject(database: Database, id: string): Promise<ClaimedProject | undefined> {
  const { rows } = await database.owner<{ tenant: string; author: string | null }>(
    `update keywords.projects set state = 'running', seen_at = clock_timestamp(), stage = 'reading', stage_done = 0, stage_total = 0
     where id = $1 and (state = 'queued' or state = 'running' and seen_at < clock_timestamp() - make_interval(secs => $2))
     returning tenant_id as tenant, created_by as author`,
    [id, SILENT_SECONDS],
  )
  const [project] = rows
  if (!project) return undefined
  const found = await database.owner<{ keyword: string }>(
    'select keyword from keywords.entries where project_id = $1 order by place',
    [id],
  )
  return { id, ...project, keywords: found.rows.map(({ keyword }) => keyword) }
}

/** Keywords that were read, and the stage after that, as they are at the moment. */
export type Progress = { read: number; stage: StageProgress | undefined }

/** Says that somebody still works on it, and how far that is. @returns false when it was cancelled or deleted */
export async function touchProject(database: Database, id: string, { read, stage }: Progress): Promise<boolean> {
  const { rowCount } = await database.owner(
    `update keywords.projects set seen_at = clock_timestamp(), done = greatest(done, least($2, total)), stage = $3, stage_done = $4, stage_total = $5
     where id = $1 and state = 'running'`,
    [id, read, stage?.stage ?? 'reading', stage?.done ?? 0, stage?.total ?? 0],
  )
  return rowCount === 1
}

/** Gives a project back to the server that takes it next. */
export async function releaseProject(database: Database, id: string): Promise<void> {
  await database.owner(`update keywords.projects set state = 'queued' where id = $1 and state = 'running'`, [id])
}

/** @returns false when it had ended already */
export async function failProject(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await database.owner(
    `update keywords.projects set state = 'failed', completed_at = clock_timestamp() where id = $1 and state = 'running'`,
    [id],
  )
  return rowCount === 1
}

/** Those that wait or have fallen silent: their server ended. */
export async function listForgotten(database: Database): Promise<string[]> {
  const { rows } = await database.owner<{ id: string }>(
    `select id from keywords.projects where state in ('queued', 'running') and seen_at < clock_timestamp() - make_interval(secs => $1)`,
    [SILENT_SECONDS],
  )
  return rows.map(({ id }) => id)
}

type Found = { project: ClaimedProject; clusters: readonly Cluster[]; method: ClusterMethod }

/** Ends a project with its pages, all or none of them. @returns false when it was cancelled meanwhile */
export async function saveClusters(db: Transaction, { project, clusters, method }: Found): Promise<boolean> {
  const { id, tenant } = project
  const { rowCount } = await db.query({
    text: `update keywords.projects set state = 'done', method = $2, done = total, completed_at = clock_timestamp() where id = $1 and state = 'running'`,
    values: [id, method],
  })
  if (rowCount !== 1) return false
  await db.query({
    text: 'delete from keywords.clusters where tenant_id = $1 and project_id = $2',
    values: [tenant, id],
  })
  const rows = clusters.map((cluster, place) => ({ ...cluster, id: crypto.randomUUID(), place }))
  await db.query({
    text: `insert into keywords.clusters (id, tenant_id, project_id, place, topic, page, name, intent, difficulty, reason, angles)
           select g.id, $1, $2, g.place, g.topic, g.page, g.name, g.intent, g.difficulty, g.reason, g.angles
           from jsonb_to_recordset($3) as g (id uuid, place integer, topic text, page text, name text, intent text, difficulty integer,
                                             reason text, angles text[])`,
    values: [tenant, id, JSON.stringify(rows)],
  })
  await db.query({
    text: `update keywords.entries e set cluster_id = g.id
           from unnest($2::integer[], $3::uuid[]) as g (place, id) where e.project_id = $1 and e.place = g.place`,
    values: [id, rows.flatMap(({ members }) => members), rows.flatMap(({ members, id: of }) => members.map(() => of))],
  })
  return true
}

type ClusterChange = { name?: string | undefined; topic?: string | undefined }

/** Renames a page, or the topic of all its pages. @returns whether there was one */
export async function changeCluster(
  db: Transaction,
  { tenant, id }: OwnProject,
  cluster: string,
  { name, topic }: ClusterChange,
): Promise<boolean> {
  const { rows } = await db.query<{ topic: string }>({
    text: 'select topic from keywords.clusters where tenant_id = $1 and project_id = $2 and id = $3 for update',
    values: [tenant, id, cluster],
  })
  const [found] = rows
  if (!found) return false
  if (topic !== undefined)
    await db.query({
      text: `update keywords.clusters set topic = $4,
               name = case when starts_with(name, topic) then left($4 || substr(name, length(topic) + 1), 240) else name end
             where tenant_id = $1 and project_id = $2 and topic = $3`,
      values: [tenant, id, found.topic, topic],
    })
  if (name !== undefined)
    await db.query({
      text: 'update keywords.clusters set name = $4 where tenant_id = $1 and project_id = $2 and id = $3',
      values: [tenant, id, cluster, name],
    })
  return true
}

/** Puts the keywords of pages into another page, whose estimate becomes that of all of them. @returns false where one of them is not there */
export async function mergeClusters(
  db: Transaction,
  { tenant, id }: OwnProject,
  into: string,
  from: readonly string[],
): Promise<boolean> {
  const { rows } = await db.query({
    text: 'select from keywords.clusters where tenant_id = $1 and project_id = $2 and id = any ($3) for update',
    values: [tenant, id, [into, ...from]],
  })
  if (from.includes(into) || rows.length !== new Set(from).size + 1) return false
  await db.query({
    text: `update keywords.clusters c set difficulty = s.mean
           from (select round(sum(m.difficulty * n.count) / sum(n.count))::integer as mean
                 from keywords.clusters m
                 cross join lateral (select count(*) as count from keywords.entries e where e.project_id = m.project_id and e.cluster_id = m.id) n
                 where m.tenant_id = $1 and m.project_id = $2 and m.id = any ($4)) s
           where c.tenant_id = $1 and c.project_id = $2 and c.id = $3 and s.mean is not null`,
    values: [tenant, id, into, [into, ...from]],
  })
  await db.query({
    text: 'update keywords.entries set cluster_id = $2 where project_id = $1 and cluster_id = any ($3)',
    values: [id, into, from],
  })
  await db.query({
    text: 'delete from keywords.clusters where tenant_id = $1 and project_id = $2 and id = any ($3)',
    values: [tenant, id, from],
  })
  return true
}

/** Notes that the brief of a page was asked for. @returns whether there was one */
export async function noteBrief(db: Transaction, { tenant, id }: OwnProject, cluster: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `update keywords.clusters set briefed_at = coalesce(briefed_at, clock_timestamp())
           where tenant_id = $1 and project_id = $2 and id = $3`,
    values: [tenant, id, cluster],
  })
  return rowCount === 1
}
