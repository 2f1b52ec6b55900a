import { z } from 'zod'
import { KEYWORD_LIMITS, type ListProblem } from '#contract/keywords/keywords.ts'
import type { Caller, Database, Transaction } from '../db/database.ts'
import { embeddingsOf } from '../embeddings/embeddings.ts'
import { changeCluster, mergeClusters, noteBrief } from './clusters.sql.ts'
import { keywordCsv } from './keyword-csv.ts'
import { queueProject, runProject } from './keyword-job.ts'
import { recordKeywordEvent } from './keywords-events.ts'
import { keywordsError } from './keywords-requests.ts'
import {
  cancelProject,
  countRunning,
  deleteProject,
  insertProject,
  listClusters,
  listEntries,
  listProjects,
  type NewProject,
  type OwnProject,
  type ProjectRow,
  readProject,
  readTerms,
  renameProject,
  saveTerms,
} from './keywords.sql.ts'
import { type Brief, briefOf } from './pipeline/brief.ts'
import { bareEntry, expandSeed, type KeywordEntry } from './pipeline/expand.ts'
import { dedupe, normalise } from './pipeline/normalise.ts'
import { NO_TERMS, type Terms } from './pipeline/terms.ts'
import { type ReadList, readList } from './read-list.ts'

/** Analyses of one organisation that may run at once. */
const MAX_RUNNING = 2
const MAX_SHOWN_PROBLEMS = 200
const MAX_SHOWN_ENTRIES = 10

type Started = {
  id: string
  name: string
  seeds: readonly string[]
  /** Of somebody who waits for the clusters, up to `keywordsWaitedFor` of them; others look again. */
  waits?: AbortSignal | undefined
}
type Manager = { userId: string; tenant: string }
type Given = {
  id: string
  name: string
  entries: readonly KeywordEntry[]
  seeds: readonly string[]
  imported: unknown
  waits?: AbortSignal | undefined
}
export type Preview = Omit<ReadList, 'entries' | 'problems'> & {
  keywords: number
  shown: KeywordEntry[]
  problems: ReadList['problems']
  problemCount: number
}

const found = z.object({ userId: z.uuid(), tenant: z.uuid() })

/** What people who manage growth do with keywords of their organisation. */
export class KeywordService {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async list(caller: Caller) {
    await this.admit(caller)
    return { projects: await listProjects(this.#as(caller)), embeddings: embeddingsOf(this.#database).state() }
  }

  /** @throws {Refusal} `keywords_not_found` */
  async read(caller: Caller, id: string) {
    const project = await this.#project(caller, id)
    const as = this.#as(caller)
    const [clusters, entries] = await Promise.all([listClusters(as, id), listEntries(as, id)])
    return { project, clusters, keywords: entries }
  }

  /** Begins an analysis of seeds; a short one has ended when this returns. @throws {Refusal} `no_seeds`, `keyword_too_long`, `too_many_keywords`, `keywords_busy` */
  async start(caller: Caller, { id, name, seeds, waits }: Started): Promise<ProjectRow> {
    const manager = await this.admit(caller)
    const terms = (await readTerms(this.#as(caller))) ?? NO_TERMS
    const clean = cleanSeeds(seeds)
    await this.#add(manager, { id, name, entries: entriesOf(clean, terms), seeds: clean, imported: null, waits })
    return this.#project(caller, id)
  }

  /** Reads a list; begins its analysis unless this is only to see what would happen. */
  async import(
    caller: Caller,
    { id, name, file, isPreview }: { id: string; name: string; file: Uint8Array; isPreview: boolean },
  ): Promise<{ problem: ListProblem } | { preview: Preview } | { project: ProjectRow }> {
    const manager = await this.admit(caller)
    const read = readList(file)
    if ('problem' in read) return read
    const { entries, problems, ...facts } = read
    const shown = { ...facts, problems: problems.slice(0, MAX_SHOWN_PROBLEMS), problemCount: problems.length }
    if (isPreview)
      return { preview: { ...shown, keywords: entries.length, shown: entries.slice(0, MAX_SHOWN_ENTRIES) } }
    await this.#add(manager, { id, name, entries, seeds: [], imported: shown })
    return { project: await this.#project(caller, id) }
  }

  async rename(caller: Caller, id: string, name: string): Promise<void> {
    await this.#change(caller, id, (db, own) => renameProject(db, own, name))
  }

  async remove(caller: Caller, id: string): Promise<void> {
    const { userId } = await this.admit(caller)
    await this.#change(caller, id, async (db, own) => {
      if (!(await deleteProject(db, own))) return false
      await recordKeywordEvent(db, { type: 'keywords.project_deleted', userId, details: { project: id } })
      return true
    })
  }

  /** @throws {Refusal} `not_running` */
  async cancel(caller: Caller, id: string): Promise<void> {
    await this.#project(caller, id)
    await this.#change(caller, id, cancelProject, 'not_running')
  }

  async changeCluster(
    caller: Caller,
    id: string,
    cluster: string,
    change: { name?: string | undefined; topic?: string | undefined },
  ): Promise<void> {
    await this.#change(caller, id, (db, own) => changeCluster(db, own, cluster, change))
  }

  async merge(caller: Caller, id: string, { into, from }: { into: string; from: readonly string[] }): Promise<void> {
    await this.#change(caller, id, (db, own) => mergeClusters(db, own, into, from))
  }

  /** The brief of a page, made of its keywords as they are now; listed from then on. @throws {Refusal} `keywords_not_found` */
  async brief(caller: Caller, id: string, cluster: string): Promise<Brief> {
    const { clusters, keywords } = await this.read(caller, id)
    const page = clusters.find((one) => one.id === cluster)
    if (!page) throw keywordsError('keywords_not_found')
    if (page.briefed_at === null) await this.#change(caller, id, (db, own) => noteBrief(db, own, cluster))
    return briefOf({ ...page, keywords: keywords.filter(({ cluster_id: of }) => of === cluster) })
  }

  /** @throws {Refusal} `keywords_not_found` */
  async export(caller: Caller, id: string): Promise<string> {
    const { userId } = await this.admit(caller)
    const { clusters, keywords } = await this.read(caller, id)
    await this.#database.asOwner((db) =>
      recordKeywordEvent(db, {
        type: 'keywords.exported',
        userId,
        details: { project: id, keywords: keywords.length },
      }),
    )
    return keywordCsv(keywords, new Map(clusters.map((cluster) => [cluster.id, cluster])))
  }

  async readTerms(caller: Caller): Promise<Terms> {
    await this.admit(caller)
    return (await readTerms(this.#as(caller))) ?? NO_TERMS
  }

  /** Used by the next analysis. */
  async saveTerms(caller: Caller, given: Terms): Promise<void> {
    const { tenant } = await this.admit(caller)
    const clean = (list: readonly string[]) => [...new Set(list.map(normalise).filter(Boolean))]
    const terms = {
      brands: clean(given.brands),
      competitors: clean(given.competitors),
      audiences: clean(given.audiences),
      places: clean(given.places),
    }
    await this.#database.asOwner((db) => saveTerms(db, tenant, terms))
  }

  /** Who asks, where they may. @throws {Refusal} `not_signed_in`, `forbidden` */
  async admit(caller: Caller): Promise<Manager> {
    if (caller.role !== 'authenticated') throw keywordsError('not_signed_in')
    const text = `select auth.uid() as "userId", authz.tenant() as tenant where authz.allows('manage_growth', authz.tenant())`
    const { rows } = await this.#database.oneAsCaller<Manager>(caller, { text })
    const manager = found.safeParse(rows[0])
    if (!manager.success) throw keywordsError('forbidden')
    return manager.data
  }

  /** Stores keywords; few are clustered at once, many in the background. What was sent twice is one project. */
  async #add({ tenant, userId }: Manager, { id, name, entries, seeds, imported, waits }: Given): Promise<void> {
    if (waits && entries.length > KEYWORD_LIMITS.keywordsWaitedFor) throw keywordsError('too_many_to_wait')
    const isShort = waits !== undefined || entries.length <= KEYWORD_LIMITS.keywordsAtOnce
    const project: NewProject = { id, tenant, userId, name, seeds, imported, entries }
    const isNew = await this.#database.asOwner(async (db) => {
      const running = await countRunning(db, tenant)
      if (!(await insertProject(db, project))) return false
      if (running >= MAX_RUNNING) throw keywordsError('keywords_busy')
      if (!isShort) await queueProject(db, id)
      await recordKeywordEvent(db, {
        type: 'keywords.project_added',
        userId,
        details: { project: id, keywords: entries.length },
      })
      return true
    })
    if (isNew && isShort) await runProject(this.#database, id, { signal: waits })
  }

  async #project(caller: Caller, id: string): Promise<ProjectRow> {
    await this.admit(caller)
    const project = await readProject(this.#as(caller), id)
    if (!project) throw keywordsError('keywords_not_found')
    return project
  }

  async #change(
    caller: Caller,
    id: string,
    change: (db: Transaction, own: OwnProject) => Promise<boolean>,
    refusal: 'keywords_not_found' | 'not_running' = 'keywords_not_found',
  ): Promise<void> {
    const { tenant } = await this.admit(caller)
    await this.#database.asOwner(async (db) => {
      if (!(await change(db, { tenant, id }))) throw keywordsError(refusal)
    })
  }

  #as = (caller: Caller) => ({ database: this.#database, caller })
}

/** @throws {Refusal} `no_seeds`, `keyword_too_long`, `too_many_keywords` */
function cleanSeeds(seeds: readonly string[]): string[] {
  const { keywords, keywordCharacters } = KEYWORD_LIMITS
  if (seeds.length > keywords) throw keywordsError('too_many_keywords')
  if (seeds.some((seed) => seed.trim().length > keywordCharacters)) throw keywordsError('keyword_too_long')
  const clean = seeds.map(normalise).filter(Boolean)
  if (clean.length === 0) throw keywordsError('no_seeds')
  // Some letters become two when they are brought into one form.
  if (clean.some((seed) => seed.length > keywordCharacters)) throw keywordsError('keyword_too_long')
  return clean
}

/** Few seeds are expanded; many are a list of their own. */
function entriesOf(seeds: readonly string[], terms: Terms): KeywordEntry[] {
  const seen = seeds.map((seed) => bareEntry(seed, 'seed'))
  if (seeds.length > KEYWORD_LIMITS.expandedSeeds) return dedupe(seen)
  const ideas = seeds.flatMap((seed) => expandSeed(seed, terms))
  const fitting = ideas.filter(({ keyword }) => keyword.length <= KEYWORD_LIMITS.keywordCharacters)
  return dedupe([...seen, ...fitting]).slice(0, KEYWORD_LIMITS.keywords)
}
