import type { BlobPage } from '../blobs/blob-store.ts'
import type { FoundBy, Problem } from './lost-content.ts'

/** How far a sweep has come. `begun_at` as a text, because a date of JavaScript has no microseconds; `losses`: how many it has reported. */
export type SweepRow = { begun_at: string; reached: string | null; losses: string }

/** Begins a sweep, unless one is under way or began within a day. */
export const beginSweep = `
  update storage.sweep set is_running = true, begun_at = now(), reached = null, blobs = 0, losses = 0
  where not is_running and begun_at < now() - interval '1 day'`

export const runningSweep = 'select begun_at::text, reached, losses from storage.sweep where is_running'

type Place = { sweep: SweepRow; page: BlobPage }

const valuesOf = ({ blobs }: BlobPage): unknown[] => [
  blobs.map(({ id }) => id),
  blobs.map(({ sizeBytes }) => sizeBytes),
  blobs.map(({ modifiedAt }) => modifiedAt),
]

/** One statement, so that a blob whose note goes as its row comes has one of both. What is younger may still be noted. */
export const seeLeftovers = (page: BlobPage) => ({
  text: `insert into storage.leftovers (blob_id, size_bytes, modified_at)
         select p.id, p.size_bytes, p.modified_at
         from unnest($1::uuid[], $2::bigint[], $3::timestamptz[]) as p (id, size_bytes, modified_at)
         where p.modified_at < now() - interval '1 hour'
           and not exists (select from storage.objects o where o.blob_id = p.id)
           and not exists (select from storage.orphan_blobs n where n.blob_id = p.id)
         on conflict (blob_id) do update set seen_at = now()`,
  values: valuesOf(page),
})

export type Suspect = { object_id: string; blob_id: string; size_bytes: string; problem: Problem }
export type Known = Suspect & { checksum: string; found_by: FoundBy }

/** Rows of the stretch that a page covers whose blob it lacks, or has in another size, and that are not known. */
export const suspectsOf = ({ sweep, page }: Place, limit: number) => ({
  text: `select o.id as object_id, o.blob_id, o.size_bytes, case when p.id is null then 'missing' else 'damaged' end as problem
         from storage.objects o
         left join unnest($1::uuid[], $2::bigint[]) as p (id, size_bytes) on p.id = o.blob_id
         where o.blob_id <= $4 and ($3::uuid is null or o.blob_id > $3) and (p.id is null or p.size_bytes <> o.size_bytes)
           and not exists (select from storage.lost_content l where l.object_id = o.id and l.blob_id = o.blob_id)
         order by o.blob_id
         limit $5`,
  values: [...valuesOf(page).slice(0, 2), sweep.reached, page.upTo, limit],
})

/** No row: another process went on with this sweep. */
export const advanceSweep = ({ sweep, page }: Place, losses: number) => ({
  text: `update storage.sweep set reached = $3, blobs = blobs + $4, losses = losses + $5
         where is_running and begun_at = $1::timestamptz and reached is not distinct from $2
         returning begun_at::text, reached, losses`,
  values: [sweep.begun_at, sweep.reached, page.upTo, page.blobs.length, losses],
})

/** Content that was lost, from one object on. */
export const knownLosses = (after: string | null, limit: number) => ({
  text: `select l.object_id, l.blob_id, o.size_bytes, o.checksum, l.problem, l.found_by
         from storage.lost_content l join storage.objects o on o.id = l.object_id and o.blob_id = l.blob_id
         where $1::uuid is null or l.object_id > $1
         order by l.object_id limit $2`,
  values: [after, limit],
})
