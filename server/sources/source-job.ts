import { z } from 'zod'
import type { Database, Transaction } from '../db/database.ts'
import { type EmbeddedWork, noteEmbedded } from '../embeddings/embedding-log.sql.ts'
import { type Embeddings, EmbeddingsUnavailableError, embeddingsOf, LATER } from '../embeddings/embeddings.ts'
import { MODEL } from '../embeddings/minilm.ts'
import { enqueue, type Tasks } from '../jobs/jobs.ts'

const TASK = 'sources_read'
const RESUME_TASK = 'sources:resume'
/** Sentences of one round: their vectors are kept when it ends. */
const ROUND = 64
/** Longer than a round takes on a busy machine: a source whose server has ended is taken up again. */
const CLAIM = `interval '5 minutes'`

const payload = z.object({ source: z.uuid() })

/** Puts a source into the queue of jobs, in the caller's transaction. */
export const queueSource = (db: Transaction, source: string): Promise<void> => enqueue(db, TASK, { source })

/** Reads sources for their meaning, also those that came before embeddings were installed, or before another model. */
export function sourceTasks({ database }: { database: Database }): { tasks: Tasks; crontab: string } {
  return {
    tasks: {
      [TASK]: (given) => readMeanings(database, payload.parse(given).source),
      [RESUME_TASK]: async () => {
        if (embeddingsOf(database).state() !== 'ready') return
        const { rows } = await database.owner<{ id: string }>(
          `select id from studio.sources where read_by is distinct from $1 and (reading_until is null or reading_until < clock_timestamp()) limit 100`,
          [MODEL],
        )
        await database.asOwner(async (db) => {
          for (const { id } of rows) await queueSource(db, id)
        })
      },
    },
    crontab: `*/5 * * * * ${RESUME_TASK}`,
  }
}

/** Computes the vectors of a source that nobody reads. It is found by words until all of them are there. */
export async function readMeanings(
  database: Database,
  source: string,
  embeddings: Embeddings = embeddingsOf(database),
): Promise<void> {
  const claimed = embeddings.state() === 'ready' ? await claim(database, source) : undefined
  if (!claimed) return
  try {
    await noteEmbedded(database, { ...claimed, endpoint: 'sources.meanings' }, () =>
      embedSentences(database, source, embeddings),
    )
    await database.owner('update studio.sources set read_by = $2 where id = $1', [source, MODEL])
  } catch (error) {
    // Found to be damaged at its first use: as if it were not there.
    if (!(error instanceof EmbeddingsUnavailableError)) throw error
  } finally {
    await database.owner('update studio.sources set reading_until = null where id = $1', [source])
  }
}

/** Computes the vectors that are missing, in rounds. */
async function embedSentences(database: Database, source: string, embeddings: Embeddings): Promise<void> {
  for (;;) {
    const { rows } = await database.owner<{ no: number; text: string }>(
      'select no, text from studio.source_sentences where source_id = $1 and vector is null order by no limit $2',
      [source, ROUND],
    )
    if (rows.length === 0) return
    const vectors = await embeddings.embed(
      rows.map(({ text }) => text),
      { priority: LATER },
    )
    await keep(database, source, rows, vectors)
  }
}

type Claimed = Pick<EmbeddedWork, 'tenant' | 'user' | 'digest'>

/** @returns undefined where it is gone, was read, or another server reads it */
async function claim(database: Database, source: string): Promise<Claimed | undefined> {
  const { rows } = await database.owner<Claimed>(
    `update studio.sources set reading_until = clock_timestamp() + ${CLAIM}
     where id = $1 and read_by is distinct from $2 and (reading_until is null or reading_until < clock_timestamp())
     returning tenant_id as tenant, created_by as user, sha256 as digest`,
    [source, MODEL],
  )
  const [claimed] = rows
  if (!claimed) return undefined
  // Vectors of an earlier model cannot be compared with those of this one.
  await database.owner(
    `update studio.source_sentences t set vector = null from studio.sources s
     where s.id = $1 and s.read_by is not null and t.source_id = s.id and t.vector is not null`,
    [source],
  )
  await database.owner('update studio.sources set read_by = null where id = $1', [source])
  return claimed
}

async function keep(
  database: Database,
  source: string,
  rows: readonly { no: number }[],
  vectors: readonly Float32Array[],
): Promise<void> {
  await database.owner(
    `update studio.source_sentences t set vector = g.vector
     from unnest($2::integer[], $3::bytea[]) as g (no, vector) where t.source_id = $1 and t.no = g.no`,
    [
      source,
      rows.map(({ no }) => no),
      vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
    ],
  )
  await database.owner(`update studio.sources set reading_until = clock_timestamp() + ${CLAIM} where id = $1`, [source])
}
