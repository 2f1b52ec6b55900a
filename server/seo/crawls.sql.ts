import { type CrawlStatus, type FindingRule, SEO_LIMITS } from '#contract/seo/findings.ts'
import type { Database, Transaction } from '../db/database.ts'
import { type Finding, linkedFrom, type Site } from './judge-site.ts'

export type CrawlRow = {
  id: string
  status: CrawlStatus
  started_by: string | null
  is_scheduled: boolean
  is_cut: boolean
  started_at: Date
  completed_at: Date | null
  pages: number
  /** How often each rule was broken. */
  counts: Partial<Record<FindingRule, number>>
}

export type PageRow = {
  path: string
  status: number
  title: string
  description: string
  words: number
  bytes: number
  linked_from: number
}

/** A crawl that has said nothing for longer is over: the server that made it ended. */
const SILENT_SECONDS = 120
const TITLE_CHARACTERS = 500
const DESCRIPTION_CHARACTERS = 1000

/** @returns its id; undefined while one runs. */
export async function insertCrawl(
  db: Transaction,
  { userId, build }: { userId: string | null; build: string },
): Promise<string | undefined> {
  await db.query({
    text: `update seo.crawls set status = 'failed', completed_at = clock_timestamp()
           where status = 'running' and seen_at < clock_timestamp() - make_interval(secs => $1)`,
    values: [SILENT_SECONDS],
  })
  const { rows } = await db.query<{ id: string }>({
    text: `insert into seo.crawls (started_by, is_scheduled, build) values ($1::uuid, $1 is null, $2)
           on conflict (status) where status = 'running' do nothing returning id`,
    values: [userId, build],
  })
  await db.query({
    text: `delete from seo.crawls where id in (select id from seo.crawls order by started_at desc, id desc offset $1)`,
    values: [SEO_LIMITS.keptCrawls],
  })
  return rows[0]?.id
}

/** Newest first. */
export async function listCrawls(database: Database): Promise<CrawlRow[]> {
  const { rows } = await database.owner<CrawlRow>(`${CRAWLS} order by c.started_at desc, c.id desc`)
  return rows
}

export async function readCrawl(database: Database, id: string): Promise<CrawlRow | undefined> {
  const { rows } = await database.owner<CrawlRow>(`${CRAWLS} where c.id = $1`, [id])
  return rows[0]
}

const CRAWLS = `
  select c.id, c.status, u.email as started_by, c.is_scheduled, c.is_cut, c.started_at, c.completed_at,
         (select count(*)::integer from seo.pages p where p.crawl_id = c.id) as pages,
         (select coalesce(jsonb_object_agg(f.rule, f.found), '{}')
          from (select f.rule, count(*) as found from seo.findings f where f.crawl_id = c.id group by f.rule) f) as counts
  from seo.crawls c left join auth.users u on u.id = c.started_by`

export async function listPages(database: Database, crawl: string): Promise<PageRow[]> {
  const { rows } = await database.owner<PageRow>(
    `select path, status, title, description, words, bytes, linked_from from seo.pages where crawl_id = $1 order by path`,
    [crawl],
  )
  return rows
}

/** What a crawl found, and whether the completed one before it had not. */
export async function listFindings(database: Database, crawl: string): Promise<(Finding & { is_new: boolean })[]> {
  const { rows } = await database.owner<Finding & { is_new: boolean }>(
    `with before as (
       select b.id from seo.crawls b join seo.crawls c on c.id = $1
       where b.status = 'completed' and b.started_at < c.started_at order by b.started_at desc limit 1)
     select f.path, f.rule, f.detail, exists (select from before)
            and not exists (select from seo.findings o join before on before.id = o.crawl_id
                            where o.path = f.path and o.rule = f.rule and o.detail = f.detail) as is_new
     from seo.findings f where f.crawl_id = $1 order by f.rule, f.path, f.detail`,
    [crawl],
  )
  return rows
}

/** Says that a crawl still works. @returns false when it was cancelled. */
export async function touchCrawl(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await database.owner(
    `update seo.crawls set seen_at = clock_timestamp() where id = $1 and status = 'running'`,
    [id],
  )
  return rowCount === 1
}

/** @returns false when it had ended already. */
export async function endCrawl(db: Transaction, id: string, status: Exclude<CrawlStatus, 'running'>): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `update seo.crawls set status = $2, completed_at = clock_timestamp() where id = $1 and status = 'running'`,
    values: [id, status],
  })
  return rowCount === 1
}

/** Pages and findings of a crawl, all or none of them. */
export async function saveFound(
  db: Transaction,
  id: string,
  { site, findings, isCut }: { site: Site; findings: readonly Finding[]; isCut: boolean },
): Promise<void> {
  const linked = linkedFrom(site)
  const pages = [...site.visited.values()].map(({ path, status, bytes, page }) => ({
    path,
    status,
    bytes,
    title: (page?.titles[0] ?? '').slice(0, TITLE_CHARACTERS),
    description: (page?.description ?? '').slice(0, DESCRIPTION_CHARACTERS),
    words: page?.words ?? 0,
    linked_from: linked.get(path)?.size ?? 0,
  }))
  await db.query({ text: 'update seo.crawls set is_cut = $2 where id = $1', values: [id, isCut] })
  await db.query({
    text: `insert into seo.pages (crawl_id, path, status, title, description, words, bytes, linked_from)
           select $1, p.* from jsonb_to_recordset($2)
             as p (path text, status integer, title text, description text, words integer, bytes integer, linked_from integer)`,
    values: [id, JSON.stringify(pages)],
  })
  await db.query({
    text: `insert into seo.findings (crawl_id, path, rule, detail)
           select $1, f.* from jsonb_to_recordset($2) as f (path text, rule text, detail text)`,
    values: [id, JSON.stringify(findings)],
  })
}

export async function readIsWeekly(database: Database): Promise<boolean> {
  const { rows } = await database.owner<{ is_weekly: boolean }>('select is_weekly from seo.settings')
  return rows[0]?.is_weekly ?? false
}

export async function saveIsWeekly(db: Transaction, isWeekly: boolean): Promise<void> {
  await db.query({ text: 'update seo.settings set is_weekly = $1', values: [isWeekly] })
}
