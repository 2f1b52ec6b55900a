import { z } from 'zod'
import { type RedirectFields, redirectProblem, withoutSlash } from '#contract/seo/redirects.ts'
import { APP_PATHS } from '#contract/delivery/app-addresses.ts'
import { publicPages } from '../checks/pages.ts'
import type { Caller, Database } from '../db/database.ts'
import { seoError } from './seo-requests.ts'
import { startCrawl } from './crawl-job.ts'
import { endCrawl, listCrawls, listFindings, listPages, readCrawl, readIsWeekly, saveIsWeekly } from './crawls.sql.ts'
import { listRedirects, lockRedirects, removeRedirect, type RedirectRow, saveRedirect } from './redirects.sql.ts'
import { recordSeoEvent } from './seo-events.ts'
import type { SiteRedirects } from './site-redirects.ts'

type SeoServices = { database: Database; redirects: SiteRedirects; isTaken: (path: string) => boolean }
/** Below these everything has an answer, if only that there is nothing. */
const ANSWERED = /^\/(?:verify|exercise|growth|dev|[\w-]+\/v\d)\//
const subject = z.uuid()

/** How the public site is found, for people of the operator's organisation who manage growth. */
export class SeoService {
  readonly #services: SeoServices

  constructor(services: SeoServices) {
    this.#services = services
  }

  /** @throws {Refusal} `forbidden`, `already_running`, `not_built` */
  async start(caller: Caller): Promise<{ id: string }> {
    const userId = await this.#admit(caller)
    if (publicPages().length === 0) throw seoError('not_built')
    const id = await this.#services.database.asOwner((db) => startCrawl(db, userId))
    if (id === undefined) throw seoError('already_running')
    return { id }
  }

  /** Newest first. @throws {Refusal} `forbidden` */
  async list(caller: Caller) {
    await this.#admit(caller)
    const { database } = this.#services
    const [crawls, is_weekly] = await Promise.all([listCrawls(database), readIsWeekly(database)])
    return { crawls, is_weekly }
  }

  /** A crawl with its pages and findings. @throws {Refusal} `forbidden`, `crawl_not_found` */
  async read(caller: Caller, id: string) {
    await this.#admit(caller)
    const { database } = this.#services
    const crawl = await readCrawl(database, id)
    if (!crawl) throw seoError('crawl_not_found')
    const [pages, findings] = await Promise.all([listPages(database, id), listFindings(database, id)])
    return { crawl, pages, findings }
  }

  /** @throws {Refusal} `forbidden`, `crawl_not_found`, `not_running` */
  async cancel(caller: Caller, id: string): Promise<void> {
    const userId = await this.#admit(caller)
    const { database } = this.#services
    if (!(await readCrawl(database, id))) throw seoError('crawl_not_found')
    await database.asOwner(async (db) => {
      if (!(await endCrawl(db, id, 'cancelled'))) throw seoError('not_running')
      await recordSeoEvent(db, { type: 'seo.crawl_cancelled', userId, details: { crawl: id } })
    })
  }

  /** @throws {Refusal} `forbidden` */
  async setWeekly(caller: Caller, isWeekly: boolean): Promise<void> {
    const userId = await this.#admit(caller)
    await this.#services.database.asOwner(async (db) => {
      await saveIsWeekly(db, isWeekly)
      await recordSeoEvent(db, { type: 'seo.schedule_changed', userId, details: { weekly: isWeekly } })
    })
  }

  /** @throws {Refusal} `forbidden` */
  async listRedirects(caller: Caller) {
    await this.#admit(caller)
    return { redirects: await listRedirects(this.#services.database) }
  }

  /** @throws {Refusal} `forbidden`, and what is wrong with it */
  async saveRedirect(caller: Caller, given: RedirectFields): Promise<void> {
    const userId = await this.#admit(caller)
    const fields = { ...given, from: withoutSlash(given.from) }
    const problem = redirectProblem(fields)
    if (problem) throw seoError(problem)
    if (this.#services.isTaken(fields.from) || APP_PATHS.test(fields.from) || ANSWERED.test(fields.from))
      throw seoError('redirect_in_use')
    await this.#services.database.asOwner(async (db) => {
      if (leadsOn(fields, await lockRedirects(db))) throw seoError('redirect_leads_on')
      if (!(await saveRedirect(db, fields, userId))) throw seoError('redirects_full')
      await recordSeoEvent(db, { type: 'seo.redirect_saved', userId, details: { from: fields.from, to: fields.to } })
    })
    this.#services.redirects.forget()
  }

  /** @throws {Refusal} `forbidden`, `redirect_not_found` */
  async removeRedirect(caller: Caller, from: string): Promise<void> {
    const userId = await this.#admit(caller)
    await this.#services.database.asOwner(async (db) => {
      if (!(await removeRedirect(db, from))) throw seoError('redirect_not_found')
      await recordSeoEvent(db, { type: 'seo.redirect_removed', userId, details: { from } })
    })
    this.#services.redirects.forget()
  }

  async #admit(caller: Caller): Promise<string> {
    const userId = subject.safeParse(caller.claims['sub'])
    if (caller.role !== 'authenticated' || !userId.success) throw seoError('not_signed_in')
    const text = `select authz.allows('manage_growth', authz.operator()) as allowed`
    const { rows } = await this.#services.database.oneAsCaller<{ allowed: boolean }>(caller, { text })
    if (!rows[0]?.allowed) throw seoError('forbidden')
    return userId.data
  }
}

/** One step is what search engines follow gladly, and two redirects may never make a circle. */
function leadsOn({ from, to }: RedirectFields, all: readonly RedirectRow[]): boolean {
  const target = withoutSlash(to)
  return all.some(
    ({ from_path, to_address }) => from_path !== from && (from_path === target || withoutSlash(to_address) === from),
  )
}
