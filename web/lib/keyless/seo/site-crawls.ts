import { z } from 'zod'
import { CRAWL_STATUSES, FINDING_RULE_NAMES } from '#contract/seo/findings.ts'
import type { RedirectFields } from '#contract/seo/redirects.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/seo/v1'

const rule = z.enum(FINDING_RULE_NAMES)
const crawl = z.object({
  id: z.string(),
  status: z.enum(CRAWL_STATUSES),
  started_by: z.string().nullable(),
  is_scheduled: z.boolean(),
  is_cut: z.boolean(),
  started_at: z.string(),
  completed_at: z.string().nullable(),
  pages: z.number(),
  counts: z.partialRecord(rule, z.number()),
})
/** One crawl of the public site; `counts`: how often each rule was broken. Times are ISO 8601. */
export type SiteCrawl = z.output<typeof crawl>

const page = z.object({
  path: z.string(),
  status: z.number(),
  title: z.string(),
  description: z.string(),
  words: z.number(),
  bytes: z.number(),
  linked_from: z.number(),
})
export type CrawledPage = z.output<typeof page>

const finding = z.object({ path: z.string(), rule, detail: z.string(), is_new: z.boolean() })
/** `is_new`: the completed crawl before did not have it. */
export type SiteFinding = z.output<typeof finding>

const redirect = z.object({
  from_path: z.string(),
  to_address: z.string(),
  is_permanent: z.boolean(),
  created_at: z.string(),
})
export type SiteRedirect = z.output<typeof redirect>

const crawls = z.object({ crawls: z.array(crawl), is_weekly: z.boolean() })
export type SiteCrawls = z.output<typeof crawls>
const whole = z.object({ crawl, pages: z.array(page), findings: z.array(finding) })
export type WholeCrawl = z.output<typeof whole>

const JSON_BODY = { 'content-type': 'application/json' }

/** Newest first. @throws {VaultError} `not_allowed` */
export async function listCrawls(api: VaultApi): Promise<SiteCrawls> {
  return crawls.parse(await read(api, '/crawls'))
}

/** @throws {VaultError} `entry_gone` */
export async function readCrawl(api: VaultApi, id: string): Promise<WholeCrawl> {
  return whole.parse(await read(api, `/crawls/${id}`))
}

/** @throws {VaultError} `conflict` while one runs */
export async function startCrawl(api: VaultApi): Promise<void> {
  await api.post(`${PATH}/crawls`, {})
}

/** @throws {VaultError} `conflict` when it has ended */
export async function cancelCrawl(api: VaultApi, id: string): Promise<void> {
  await api.post(`${PATH}/crawls/${id}/cancel`, {})
}

/** Whether the site is crawled each week. */
export async function setWeeklyCrawl(api: VaultApi, isWeekly: boolean): Promise<void> {
  await api.fetch(`${PATH}/schedule`, { method: 'PUT', headers: JSON_BODY, body: JSON.stringify({ isWeekly }) })
}

/** By their old addresses. @throws {VaultError} `not_allowed` */
export async function listRedirects(api: VaultApi): Promise<SiteRedirect[]> {
  return z.object({ redirects: z.array(redirect) }).parse(await read(api, '/redirects')).redirects
}

/** One address leads to one place: an earlier redirect of it is replaced. @throws {VaultError} `redirect_in_use`, `redirect_leads_on`, `limit_reached` */
export async function saveRedirect(api: VaultApi, fields: RedirectFields): Promise<void> {
  await api.fetch(`${PATH}/redirects`, { method: 'PUT', headers: JSON_BODY, body: JSON.stringify(fields) })
}

/** @throws {VaultError} `entry_gone` */
export async function removeRedirect(api: VaultApi, from: string): Promise<void> {
  await api.fetch(`${PATH}/redirects?${new URLSearchParams({ from })}`, { method: 'DELETE' })
}

async function read(api: VaultApi, path: string): Promise<unknown> {
  return (await api.fetch(PATH + path, { method: 'GET' })).json()
}
