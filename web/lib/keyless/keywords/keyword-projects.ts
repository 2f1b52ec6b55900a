import { z } from 'zod'
import {
  CLUSTER_METHODS,
  CSV_ENCODINGS,
  DIFFICULTY_REASONS,
  INTENTS,
  KEYWORD_SOURCES,
  KEYWORD_STAGES,
  LINE_PROBLEMS,
  LIST_PROBLEMS,
  PAGE_TYPES,
  PROJECT_STATES,
} from '#contract/keywords/keywords.ts'
import { toBase64Url } from '#crypto/encoding.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/keywords/v1'
const JSON_BODY = { 'content-type': 'application/json' }

const project = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(PROJECT_STATES),
  method: z.enum(CLUSTER_METHODS).nullable(),
  seeds: z.array(z.string()),
  done: z.number(),
  total: z.number(),
  stage: z.enum(KEYWORD_STAGES),
  stage_done: z.number(),
  stage_total: z.number(),
  created_by: z.string().nullable(),
  created_at: z.string(),
  is_silent: z.boolean(),
  clusters: z.number(),
})
/** One analysis of keywords; `done` of `total` are read, then `stage_done` of `stage_total` pairs, joins or topics; `is_silent`: its server ended, and another one will take it up. Times are ISO 8601. */
export type KeywordProject = z.output<typeof project>

const cluster = z.object({
  id: z.string(),
  topic: z.string(),
  page: z.enum(PAGE_TYPES),
  name: z.string(),
  intent: z.enum(INTENTS),
  difficulty: z.number(),
  reason: z.enum(DIFFICULTY_REASONS),
  angles: z.array(z.string()),
  briefed_at: z.string().nullable(),
})
export type KeywordCluster = z.output<typeof cluster>

const figure = z.number().nullable()
const keyword = z.object({
  keyword: z.string(),
  source: z.enum(KEYWORD_SOURCES),
  cluster_id: z.string().nullable(),
  volume: figure,
  cpc_micros: figure,
  kd: figure,
  clicks: figure,
  impressions: figure,
  position: figure,
})
/** A keyword with what a file said of it; null is unknown. */
export type ProjectKeyword = z.output<typeof keyword>

const projects = z.object({ projects: z.array(project), embeddings: z.enum(['ready', 'not installed', 'damaged']) })
export type KeywordProjects = z.output<typeof projects>
const whole = z.object({ project, clusters: z.array(cluster), keywords: z.array(keyword) })
export type WholeKeywordProject = z.output<typeof whole>

const problem = z.object({ line: z.number(), problem: z.enum(LINE_PROBLEMS), column: z.string().optional() })
const preview = z.object({
  source: z.enum(KEYWORD_SOURCES),
  encoding: z.enum(CSV_ENCODINGS),
  separator: z.enum([',', ';', '\t']).nullable(),
  columns: z.array(z.string()),
  leftOut: z.array(z.string()),
  problems: z.array(problem),
  problemCount: z.number(),
  keywords: z.number(),
  shown: z.array(z.object({ keyword: z.string() })),
})
/** How a list of keywords would be read. */
export type ListPreview = z.output<typeof preview>
const unread = z.object({ problem: z.enum(LIST_PROBLEMS) })
export type UnreadList = z.output<typeof unread>

const brief = z.object({
  title: z.string(),
  words: z.number(),
  outline: z.array(z.object({ heading: z.string(), words: z.number() })),
  questions: z.array(z.string()),
  markdown: z.string(),
})
export type ContentBrief = z.output<typeof brief>

const terms = z.object({
  brands: z.array(z.string()),
  competitors: z.array(z.string()),
  audiences: z.array(z.string()),
  places: z.array(z.string()),
})
/** Names by which keywords are sorted. */
export type KeywordTerms = z.output<typeof terms>

/** Newest first. @throws {VaultError} `not_allowed` */
export async function listKeywordProjects(api: VaultApi): Promise<KeywordProjects> {
  return projects.parse(await read(api, '/projects'))
}

/** @throws {VaultError} `entry_gone` */
export async function readKeywordProject(api: VaultApi, id: string): Promise<WholeKeywordProject> {
  return whole.parse(await read(api, `/projects/${id}`))
}

/** @param id made by the page: the same one twice is one project. @throws {VaultError} `keywords_busy`, `limit_reached` */
export async function startKeywordProject(
  api: VaultApi,
  given: { id: string; name: string; seeds: readonly string[] },
): Promise<KeywordProject> {
  return project.parse(await api.post(`${PATH}/projects`, given))
}

type GivenList = { id: string; name: string; file: Uint8Array }

/** Says how a list would be read, and stores nothing. */
export async function previewKeywordList(api: VaultApi, list: GivenList): Promise<ListPreview | UnreadList> {
  const answer = await sendList(api, list, true)
  return z.union([unread, z.object({ preview }).transform((read) => read.preview)]).parse(answer)
}

/** @throws {VaultError} `keywords_busy`, `limit_reached` */
export async function importKeywordList(api: VaultApi, list: GivenList): Promise<KeywordProject | UnreadList> {
  const answer = await sendList(api, list, false)
  return z.union([unread, z.object({ project }).transform((read) => read.project)]).parse(answer)
}

export async function renameKeywordProject(api: VaultApi, id: string, name: string): Promise<void> {
  await send(api, 'PATCH', `/projects/${id}`, { name })
}

export async function removeKeywordProject(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/projects/${id}`, { method: 'DELETE' })
}

export async function cancelKeywordProject(api: VaultApi, id: string): Promise<void> {
  await api.post(`${PATH}/projects/${id}/cancel`, {})
}

/** Renames a page, or the topic of all its pages. */
export async function changeKeywordCluster(
  api: VaultApi,
  { project: id, cluster: of, change }: { project: string; cluster: string; change: { name?: string; topic?: string } },
): Promise<void> {
  await send(api, 'PATCH', `/projects/${id}/clusters/${of}`, change)
}

export async function mergeKeywordClusters(
  api: VaultApi,
  id: string,
  { into, from }: { into: string; from: readonly string[] },
): Promise<void> {
  await api.post(`${PATH}/projects/${id}/merges`, { into, from })
}

export async function briefKeywordCluster(api: VaultApi, id: string, of: string): Promise<ContentBrief> {
  return brief.parse(await api.post(`${PATH}/projects/${id}/clusters/${of}/brief`, {}))
}

export async function exportKeywords(api: VaultApi, id: string): Promise<Blob> {
  return (await api.fetch(`${PATH}/projects/${id}/export`, { method: 'GET' })).blob()
}

export async function readKeywordTerms(api: VaultApi): Promise<KeywordTerms> {
  return terms.parse(await read(api, '/terms'))
}

/** Used by the next analysis. */
export async function saveKeywordTerms(api: VaultApi, given: KeywordTerms): Promise<void> {
  await send(api, 'PUT', '/terms', given)
}

async function read(api: VaultApi, path: string): Promise<unknown> {
  return (await api.fetch(PATH + path, { method: 'GET' })).json()
}

async function send(api: VaultApi, method: 'PATCH' | 'PUT', path: string, body: object): Promise<void> {
  await api.fetch(PATH + path, { method, headers: JSON_BODY, body: JSON.stringify(body) })
}

const sendList = (api: VaultApi, { file, ...list }: GivenList, isPreview: boolean): Promise<unknown> =>
  api.post(`${PATH}/imports`, { ...list, file: toBase64Url(file), isPreview })
