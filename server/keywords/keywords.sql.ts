import type {
  ClusterMethod,
  DifficultyReason,
  Intent,
  KeywordSource,
  KeywordStage,
  PageType,
  ProjectState,
} from '#contract/keywords/keywords.ts'
import type { Caller, Database, Transaction } from '../db/database.ts'
import type { KeywordEntry } from './pipeline/expand.ts'
import type { Terms } from './pipeline/terms.ts'

/** Who reads, under row-level security. */
export type Reader = { database: Database; caller: Caller }

export type ProjectRow = {
  id: string
  name: string
  state: ProjectState
  method: ClusterMethod | null
  seeds: string[]
  import: unknown
  done: number
  total: number
  stage: KeywordStage
  stage_done: number
  stage_total: number
  created_by: string | null
  created_at: Date
  completed_at: Date | null
  /** Nobody has worked on it for longer than a server needs to say so. */
  is_silent: boolean
  clusters: number
}
export type ClusterRow = {
  id: string
  topic: string
  page: PageType
  name: string
  intent: Intent
  difficulty: number
  reason: DifficultyReason
  angles: string[]
  briefed_at: Date | null
}
export type EntryRow = {
  keyword: string
  source: KeywordSource
  cluster_id: string | null
  volume: number | null
  cpc_micros: number | null
  kd: number | null
  clicks: number | null
  impressions: number | null
  position: number | null
}

/** A project that has said nothing for longer is taken over. */
export const SILENT_SECONDS = 120

const PROJECTS = `
  select p.id, p.name, p.state, p.method, p.seeds[1:20] as seeds, p.import, p.done, p.total,
         p.stage, p.stage_done, p.stage_total, u.full_name as created_by, p.created_at, p.completed_at,
         p.state in ('queued', 'running') and p.seen_at < clock_timestamp() - make_interval(secs => ${SILENT_SECONDS}) as is_silent,
         (select count(*)::integer from keywords.clusters c where c.project_id = p.id and c.tenant_id = p.tenant_id) as clusters
  from keywords.projects p
  left join lateral (select nullif(btrim(concat_ws(' ', f.first_name, f.last_name)), '') as full_name from public.profiles f where f.user_id = p.created_by) u on true`

/** Newest first. */
export async function listProjects({ database, caller }: Reader): Promise<ProjectRow[]> {
  const text = `${PROJECTS} order by p.created_at desc, p.id desc`
  return (await database.oneAsCaller<ProjectRow>(caller, { text })).rows
}

export async function readProject({ database, caller }: Reader, id: string): Promise<ProjectRow | undefined> {
  const statement = { text: `${PROJECTS} where p.id = $1`, values: [id] }
  return (await database.oneAsCaller<ProjectRow>(caller, statement)).rows[0]
}

export async function listClusters({ database, caller }: Reader, project: string): Promise<ClusterRow[]> {
  const text = `select id, topic, page, name, intent, difficulty, reason, angles, briefed_at
                from keywords.clusters where project_id = $1 order by place, id`
  return (await database.oneAsCaller<ClusterRow>(caller, { text, values: [project] })).rows
}

export async function listEntries({ database, caller }: Reader, project: string): Promise<EntryRow[]> {
  const text = `select keyword, source, cluster_id, volume::float8 as volume, cpc_micros::float8 as cpc_micros, kd, clicks::float8 as clicks,
                       impressions::float8 as impressions, position
                from keywords.entries where project_id = $1 order by place`
  return (await database.oneAsCaller<EntryRow>(caller, { text, values: [project] })).rows
}

const TERMS = 'select brands, competitors, audiences, places from keywords.terms'

export async function readTerms({ database, caller }: Reader): Promise<Terms | undefined> {
  return (await database.oneAsCaller<Terms>(caller, { text: TERMS })).rows[0]
}

export async function readTermsOf(database: Database, tenant: string): Promise<Terms | undefined> {
  return (await database.owner<Terms>(`${TERMS} where tenant_id = $1`, [tenant])).rows[0]
}

export async function saveTerms(db: Transaction, tenant: string, terms: Terms): Promise<void> {
  await db.query({
    text: `insert into keywords.terms (tenant_id, brands, competitors, audiences, places) values ($1, $2, $3, $4, $5)
           on conflict (tenant_id) do update set brands = $2, competitors = $3, audiences = $4, places = $5`,
    values: [tenant, terms.brands, terms.competitors, terms.audiences, terms.places],
  })
}

export type NewProject = {
  id: string
  tenant: string
  userId: string
  name: string
  seeds: readonly string[]
  imported: unknown
  entries: readonly KeywordEntry[]
}

/** Stores a project with its keywords. @returns false where one of this id is there */
export async function insertProject(db: Transaction, given: NewProject): Promise<boolean> {
  const { id, tenant, userId, name, seeds, imported, entries } = given
  const { rowCount } = await db.query({
    text: `insert into keywords.projects (id, tenant_id, name, seeds, import, total, created_by)
           values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    values: [id, tenant, name, seeds, imported === null ? null : JSON.stringify(imported), entries.length, userId],
  })
  if (rowCount !== 1) return false
  await db.query({
    text: `insert into keywords.entries (project_id, place, tenant_id, keyword, source, volume, cpc_micros, kd, clicks, impressions, position)
           select $1, g.nth - 1, $2, g.entry ->> 'keyword', g.entry ->> 'source', (g.entry ->> 'volume')::bigint, (g.entry ->> 'cpcMicros')::bigint,
                  (g.entry ->> 'kd')::integer, (g.entry ->> 'clicks')::bigint, (g.entry ->> 'impressions')::bigint, (g.entry ->> 'position')::real
           from jsonb_array_elements($3) with ordinality as g (entry, nth)`,
    values: [id, tenant, JSON.stringify(entries)],
  })
  return true
}

/** How many analyses of an organisation have not ended. Its row is locked, so that two that begin at once count each other. */
export async function countRunning(db: Transaction, tenant: string): Promise<number> {
  await db.query({ text: 'select from public.tenants where id = $1 for no key update', values: [tenant] })
  const { rows } = await db.query<{ count: number }>({
    text: `select count(*)::integer as count from keywords.projects where tenant_id = $1 and state in ('queued', 'running')`,
    values: [tenant],
  })
  return rows[0]?.count ?? 0
}

export type OwnProject = { tenant: string; id: string }

/** @returns whether there was one */
export async function renameProject(db: Transaction, { tenant, id }: OwnProject, name: string): Promise<boolean> {
  const text = 'update keywords.projects set name = $3 where tenant_id = $1 and id = $2'
  return (await db.query({ text, values: [tenant, id, name] })).rowCount === 1
}

/** @returns whether there was one */
export async function deleteProject(db: Transaction, { tenant, id }: OwnProject): Promise<boolean> {
  const text = 'delete from keywords.projects where tenant_id = $1 and id = $2'
  return (await db.query({ text, values: [tenant, id] })).rowCount === 1
}

/** @returns whether it was running */
export async function cancelProject(db: Transaction, { tenant, id }: OwnProject): Promise<boolean> {
  const text = `update keywords.projects set state = 'cancelled', completed_at = clock_timestamp()
                where tenant_id = $1 and id = $2 and state in ('queued', 'running')`
  return (await db.query({ text, values: [tenant, id] })).rowCount === 1
}
