import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Clock } from '../clock.ts'
import { ownSite } from '../checks/site.ts'
import type { Database, Transaction } from '../db/database.ts'
import { webBuild } from '../http/web-app.ts'
import { enqueue, type Tasks } from '../jobs/jobs.ts'
import type { Secrets } from '../secrets.ts'
import { endCrawl, insertCrawl, readIsWeekly, saveFound, touchCrawl } from './crawls.sql.ts'
import { crawlSite } from './crawl-site.ts'
import { judgeSite } from './judge-site.ts'
import { recordSeoEvent } from './seo-events.ts'

export type CrawlServices = { config: Config; secrets: Secrets; database: Database; clock?: Clock | undefined }

const TASK = 'seo_crawl'
const WEEKLY_TASK = 'seo_crawl:weekly'
/** How many addresses are visited between two looks whether the crawl was cancelled. */
const ASK_EVERY = 10
/** Multiplies how long an answer is waited for: a crawl says nothing about speed, and one slow page of a busy server would end all of it. */
const PATIENCE = 10

const payload = z.object({ crawl: z.uuid() })

/** Puts a crawl into the queue of jobs, in the caller's transaction. @returns its id; undefined while one runs. */
export async function startCrawl(db: Transaction, userId: string | null): Promise<string | undefined> {
  const crawl = await insertCrawl(db, { userId, build: webBuild() })
  if (crawl === undefined) return undefined
  await enqueue(db, TASK, { crawl })
  await recordSeoEvent(db, { type: 'seo.crawl_started', userId, details: { crawl } })
  return crawl
}

/** What runs when somebody starts it, and each week where that is set. */
export function seoTasks(services: CrawlServices): { tasks: Tasks; crontab: string } {
  const { database } = services
  return {
    tasks: {
      [TASK]: async (given) => runCrawl(services, payload.parse(given).crawl),
      [WEEKLY_TASK]: async () => {
        if (await readIsWeekly(database)) await database.asOwner((db) => startCrawl(db, null))
      },
    },
    crontab: `41 4 * * 1 ${WEEKLY_TASK}`,
  }
}

/** Crawls the site as it is served and saves what was found. A crawl that fails says so; it is started again by a person or next week. */
export async function runCrawl(services: CrawlServices, id: string): Promise<void> {
  const { config, database } = services
  if (!(await touchCrawl(database, id))) return
  const cancelled = new AbortController()
  const site = ownSite(services, cancelled.signal, PATIENCE)
  const origin = new URL(config.publicUrl).origin
  try {
    const { listed, visited, isCut } = await crawlSite(
      (path) => site.ask(path, { headers: { accept: 'text/html,*/*' } }),
      {
        origin,
        signal: cancelled.signal,
        onVisit: async (count) => {
          if (count % ASK_EVERY === 0 && !(await touchCrawl(database, id))) cancelled.abort()
        },
      },
    )
    const found = { origin, listed, visited }
    await database.asOwner(async (db) => {
      if (await endCrawl(db, id, 'completed'))
        await saveFound(db, id, { site: found, findings: judgeSite(found), isCut })
    })
  } catch (error) {
    const hasFailed = await database.asOwner((db) => endCrawl(db, id, 'failed'))
    // Cancelled by a person, who knows.
    if (hasFailed) throw error
  }
}
