import { EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod'
import {
  type BrowserAnswer,
  CHECK_CATEGORIES,
  type CheckCategory,
  CHECK_SEVERITIES,
  CHECK_STATUSES,
  RUN_STATUSES,
} from '#contract/checks/checks.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/checks/v1'

const run = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(RUN_STATUSES),
  progress: z.number(),
  totalTests: z.number(),
  passedTests: z.number(),
  failedTests: z.number(),
  skippedTests: z.number(),
  startedAt: z.string(),
  completedAt: z.string().nullable(),
  cause: z.enum(['person', 'schedule', 'command']),
  startedBy: z.string().nullable(),
  version: z.string(),
  build: z.string(),
  /** Absent: all of them. */
  categories: z.array(z.enum(CHECK_CATEGORIES)).optional(),
})
/** One run of the comprehensive test. Times are ISO 8601. */
export type TestRun = z.output<typeof run>

const result = z.object({
  id: z.string(),
  name: z.string(),
  category: z.enum(CHECK_CATEGORIES),
  status: z.enum(CHECK_STATUSES),
  severity: z.enum(CHECK_SEVERITIES),
  error: z.string().nullable(),
  reason: z.string().nullable(),
  evidence: z.record(z.string(), z.unknown()),
  duration: z.number(),
})
/** What one check found; `duration` in milliseconds. */
export type TestResult = z.output<typeof result>

const news = z.object({ run, results: z.array(result) })
/** A run, and results: all of them, or those that changed. */
export type TestNews = z.output<typeof news>

const page = z.object({ runs: z.array(run), isNightly: z.boolean(), hasMore: z.boolean() })
export type TestRunPage = z.output<typeof page>

/** Newest first. @param before only those that began earlier. @throws {VaultError} `not_allowed` */
export async function listTestRuns(api: VaultApi, before?: string): Promise<TestRunPage> {
  const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`
  return page.parse(await readJson(api, `/runs${query}`))
}

/** @throws {VaultError} `not_found` */
export async function readTestRun(api: VaultApi, id: string): Promise<TestNews> {
  return news.parse(await readJson(api, `/runs/${id}`))
}

/** A run in which the browser that starts it takes part. @param categories none: all. @throws {VaultError} `conflict` while one runs */
export async function startTestRun(api: VaultApi, categories: readonly CheckCategory[] = []): Promise<TestRun> {
  return run.parse(await api.post(`${PATH}/runs`, { browser: true, ...(categories.length > 0 && { categories }) }))
}

/** Leave to frame a document once, within a minute. @param path of it, without a query. @throws {VaultError} `conflict` when the run has ended */
export async function leaveToFrame(api: VaultApi, id: string, path: string): Promise<string> {
  return z.object({ token: z.string() }).parse(await api.post(`${PATH}/runs/${id}/frames`, { path })).token
}

/** Says what this browser found. @throws {VaultError} `conflict` when the run has ended */
export async function answerTestRun(api: VaultApi, id: string, results: readonly BrowserAnswer[]): Promise<void> {
  await api.post(`${PATH}/runs/${id}/browser`, { results })
}

/** @throws {VaultError} `conflict` when it has ended */
export async function cancelTestRun(api: VaultApi, id: string): Promise<void> {
  await api.post(`${PATH}/runs/${id}/cancel`, {})
}

/** Hears of a run until it ends, or the server no longer says anything. */
export async function followTestRun(api: VaultApi, id: string, onNews: (news: TestNews) => void): Promise<void> {
  const { body } = await api.fetch(`${PATH}/runs/${id}/events`, { method: 'GET' })
  if (!body) return
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for (const reader = events.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return
    onNews(news.parse(JSON.parse(value.data)))
  }
}

/** The results of a run that has ended, signed by the server. */
export async function exportTestRun(api: VaultApi, id: string): Promise<{ name: string; text: string }> {
  const response = await api.fetch(`${PATH}/runs/${id}/export`, { method: 'GET' })
  const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const content: unknown = await response.json()
  return { name: name ?? 'test-results.json', text: `${JSON.stringify(content, null, 2)}\n` }
}

/** Whether it runs each night. */
export async function setNightlyTest(api: VaultApi, isNightly: boolean): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await api.fetch(`${PATH}/schedule`, { method: 'PUT', headers, body: JSON.stringify({ isNightly }) })
}

async function readJson(api: VaultApi, path: string): Promise<unknown> {
  return (await api.fetch(PATH + path, { method: 'GET' })).json()
}
