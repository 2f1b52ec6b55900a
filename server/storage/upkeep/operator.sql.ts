import type { Database } from '../../db/database.ts'
import { type Known, knownLosses } from './sweep.sql.ts'

const AT_ONCE = 100

export type ContentFacts = {
  finishedAt: Date | null
  held: number
  missing: number
  damaged: number
  /** `due`: old enough to go. */
  leftovers: { count: number; due: number; bytes: string; oldest: Date | null; newest: Date | null }
}

/** What is known of stored content: the last sweep, losses, and what is left over. */
export async function describeContent(database: Database, days: number): Promise<ContentFacts> {
  const { rows: swept } = await database.owner<Omit<ContentFacts, 'leftovers'>>(
    `select s.finished_at as "finishedAt", s.held::double precision as held,
            (select count(*)::integer from storage.lost_content where problem = 'missing') as missing,
            (select count(*)::integer from storage.lost_content where problem = 'damaged') as damaged
     from storage.sweep s`,
  )
  const { rows: left } = await database.owner<ContentFacts['leftovers']>(
    `select count(*)::double precision as count, (select count(*)::double precision from storage.due_leftovers($1)) as due,
            coalesce(sum(size_bytes), 0)::text as bytes, min(modified_at) as oldest, max(modified_at) as newest
     from storage.leftovers`,
    [days],
  )
  const [facts] = swept
  const [leftovers] = left
  if (!facts || !leftovers) throw new Error('storage.sweep has no row')
  return { ...facts, leftovers }
}

/** Content that is known to be lost, each time with the object that names it. What is found whole meanwhile does not disturb the order. */
export async function* allLosses(database: Database): AsyncGenerator<Known> {
  for (let after: string | null = null; ;) {
    const { text, values } = knownLosses(after, AT_ONCE)
    const { rows }: { rows: Known[] } = await database.owner<Known>(text, values)
    yield* rows
    after = rows.at(-1)?.object_id ?? null
    if (rows.length < AT_ONCE) return
  }
}

/** Lets leftovers go that are old enough. @returns how many, or null where it would be more than `atMost`. */
export async function releaseLeftovers(database: Database, days: number, atMost: number): Promise<number | null> {
  const { rows } = await database.owner<{ noted: number | null }>(
    'select storage.release_leftovers($1, $2)::double precision as noted',
    [days, atMost],
  )
  return rows[0]?.noted ?? null
}
