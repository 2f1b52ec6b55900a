import { z } from 'zod'
import { type ClusterMethod, KEYWORD_LIMITS } from '#contract/keywords/keywords.ts'
import type { Database, Transaction } from '../db/database.ts'
import {
  type Embeddings,
  EmbeddingsUnavailableError,
  embeddingsOf,
  LATER,
  ServerStopsError,
} from '../embeddings/embeddings.ts'
import { digestOf, noteEmbedded } from '../embeddings/embedding-log.sql.ts'
import { enqueue, type Tasks } from '../jobs/jobs.ts'
import { clusterInThread } from './cluster-thread.ts'
import {
  type ClaimedProject,
  claimProject,
  failProject,
  listForgotten,
  type Progress,
  releaseProject,
  saveClusters,
  touchProject,
} from './clusters.sql.ts'
import { readTermsOf } from './keywords.sql.ts'
import { clusterKeywords, subjectsOf } from './pipeline/cluster-keywords.ts'
import { NO_TERMS, type Terms } from './pipeline/terms.ts'

const TASK = 'keywords_cluster'
const RESUME_TASK = 'keywords:resume'
const LOOK_MS = 2000
/** Subjects of one round: their vectors are kept when it ends, so that they are there for the server that resumes. */
const ROUND = 64

const payload = z.object({ project: z.uuid() })

/** Puts a project into the queue of jobs, in the caller's transaction. */
export const queueProject = (db: Transaction, project: string): Promise<void> => enqueue(db, TASK, { project })

/** Works on long lists, and on those whose server ended in the middle. */
export function keywordTasks({ database }: { database: Database }): { tasks: Tasks; crontab: string } {
  return {
    tasks: {
      [TASK]: (given) => runProject(database, payload.parse(given).project, { priority: LATER }),
      [RESUME_TASK]: async () => {
        const forgotten = await listForgotten(database)
        await database.asOwner(async (db) => {
          for (const project of forgotten) await queueProject(db, project)
        })
      },
    },
    crontab: `*/2 * * * * ${RESUME_TASK}`,
  }
}

type RunOptions = {
  priority?: number
  signal?: AbortSignal | undefined
  embeddings?: Embeddings
  /** Between two looks whether it was cancelled; each writes down how far it is. */
  lookMs?: number
}

/** Clusters the keywords of a project that nobody works on. What a stop of the server interrupts is taken up again; what fails says so. */
export async function runProject(
  database: Database,
  id: string,
  { priority = 0, signal, embeddings = embeddingsOf(database), lookMs = LOOK_MS }: RunOptions = {},
): Promise<void> {
  const project = await claimProject(database, id)
  if (!project) return
  const ended = new AbortController()
  const stop = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal
  const progress: Progress = { read: 0, stage: undefined }
  const timer = setInterval(() => {
    void touchProject(database, id, progress).then(
      (isWanted) => !isWanted && ended.abort(new CancelledError()),
      (error: unknown) => ended.abort(error),
    )
  }, lookMs)
  try {
    await cluster(database, project, { priority, signal: stop, progress, embeddings })
  } catch (error) {
    if (error instanceof CancelledError) return
    if (error instanceof ServerStopsError || signal?.aborted) await releaseProject(database, id)
    else if (!(await failProject(database, id))) return
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** A person cancelled it, who knows. */
class CancelledError extends Error {
  override readonly name = 'CancelledError'
}

type Run = { embeddings: Embeddings; priority: number; signal: AbortSignal; progress: Progress }

async function cluster(database: Database, project: ClaimedProject, run: Run): Promise<void> {
  const { keywords, tenant } = project
  const terms = (await readTermsOf(database, tenant)) ?? NO_TERMS
  const vectors = await vectorsOf(database, project, { terms, ...run })
  // Also without embeddings: what follows is the clustering alone.
  run.progress.read = keywords.length
  const comparison = { vectors, terms }
  const clusters =
    keywords.length > KEYWORD_LIMITS.keywordsAtOnce
      ? await clusterInThread(keywords, comparison, {
          signal: run.signal,
          report: (stage) => void (run.progress.stage = stage),
        })
      : clusterKeywords(keywords, comparison)
  const method: ClusterMethod = vectors ? 'embeddings' : 'words'
  await database.asOwner((db) => saveClusters(db, { project, clusters, method }))
}

/** Vectors of all subjects; undefined where this server has no embeddings. */
async function vectorsOf(
  database: Database,
  { keywords, tenant, author }: ClaimedProject,
  { embeddings, priority, signal, progress, terms }: Run & { terms: Terms },
): Promise<Float32Array[] | undefined> {
  if (embeddings.state() !== 'ready') return undefined
  const { subjects } = subjectsOf(keywords, terms)
  const work = { tenant, user: author, endpoint: 'keywords.meanings', digest: digestOf(subjects), signal } as const
  try {
    return await noteEmbedded(database, work, async () => {
      const vectors: Float32Array[] = []
      for (let at = 0; at < subjects.length; at += ROUND) {
        vectors.push(...(await embeddings.embed(subjects.slice(at, at + ROUND), { signal, priority, tenant })))
        progress.read = Math.floor((keywords.length * vectors.length) / subjects.length)
      }
      return vectors
    })
  } catch (error) {
    // Found to be damaged at its first use: as if it were not there.
    if (error instanceof EmbeddingsUnavailableError) return undefined
    throw error
  }
}
