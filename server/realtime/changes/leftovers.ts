import type { Database } from '../../db/database.ts'

const EVERY_MS = 60_000

const OLD = `
  with hints as (delete from realtime.hints where created_at < now() - interval '5 minutes'),
       messages as (delete from realtime.node_messages where created_at < now() - interval '5 minutes')
  select`

/** Deletes what was announced and read long ago. On each server: twice does no harm. @returns what ends it */
export function removeLeftovers(database: Database, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => void database.owner(OLD).catch(onError), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
