/** A process that reads says so this often within the time that it has. */
const CLAIM = `interval '2 minutes'`

/** Begins a reading of all content, or continues one. No row: none is due, or another process reads. */
export const claimScrub = (claim: string, days: number, isForced: boolean) => ({
  text: `update storage.scrub
         set claimed_by = $1, claimed_until = now() + ${CLAIM}, is_running = true,
             begun_at = case when is_running then begun_at else now() end, reached = case when is_running then reached end,
             blobs = case when is_running then blobs else 0 end, bytes = case when is_running then bytes else 0 end,
             unknown = case when is_running then unknown else 0 end, lost = case when is_running then lost else 0 end,
             unreadable = case when is_running then unreadable else 0 end
         where (claimed_until < now() or claimed_by = $1)
           and ($3::boolean or ($2::integer > 0 and (is_running or begun_at < now() - make_interval(days => $2))))
         returning reached, blobs::double precision as blobs, lost::double precision as lost`,
  values: [claim, days, isForced],
})

export const renewClaim = (claim: string) => ({
  text: `update storage.scrub set claimed_until = now() + ${CLAIM} where claimed_by = $1`,
  values: [claim],
})

export const releaseClaim = (claim: string) => ({
  text: `update storage.scrub set claimed_by = null, claimed_until = '-infinity' where claimed_by = $1`,
  values: [claim],
})

export type Stored = { blob_id: string; size_bytes: string; checksum: string; objects: string[]; is_known: boolean }

/** Blobs that rows name, from one on; `is_known`: to be lost. @param share of them that is wanted, by chance. */
export const storedAfter = (after: string | null, limit: number, share = 1) => ({
  text: `select o.blob_id, max(o.size_bytes) as size_bytes, max(o.checksum) as checksum, array_agg(o.id) as objects,
                bool_or(exists (select from storage.lost_content l where l.object_id = o.id and l.blob_id = o.blob_id)) as is_known
         from storage.objects o
         where $1::uuid is null or o.blob_id > $1
         group by o.blob_id having random() < $3::double precision
         order by o.blob_id limit $2`,
  values: [after, limit, share],
})

/** What was read since the last step. */
export type Step = {
  reached: string | null
  blobs: number
  bytes: number
  /** Of which no SHA-256 is known. */
  unknown: number
  lost: number
  /** That the store did not let be read, although it is well. */
  unreadable: number
}

/** No row: another process has it. */
export const advanceScrub = (claim: string, { reached, blobs, bytes, unknown, lost, unreadable }: Step) => ({
  text: `update storage.scrub
         set reached = coalesce($2, reached), blobs = blobs + $3, bytes = bytes + $4, unknown = unknown + $5, lost = lost + $6,
             unreadable = unreadable + $7,
             claimed_until = now() + ${CLAIM}
         where claimed_by = $1 returning reached`,
  values: [claim, reached, blobs, bytes, unknown, lost, unreadable],
})

export const finishScrub = (claim: string) => ({
  text: `update storage.scrub set is_running = false, reached = null, finished_at = clock_timestamp(), claimed_by = null, claimed_until = '-infinity'
         where claimed_by = $1`,
  values: [claim],
})

export type ScrubFacts = {
  begunAt: Date | null
  isRunning: boolean
  isClaimed: boolean
  finishedAt: Date | null
  blobs: number
  bytes: number
  unknown: number
  lost: number
  unreadable: number
}

export const scrubFacts = {
  text: `select nullif(begun_at, '-infinity') as "begunAt", is_running as "isRunning", claimed_until > now() as "isClaimed",
                finished_at as "finishedAt", blobs::double precision as blobs, bytes::double precision as bytes,
                unknown::double precision as unknown, lost::double precision as lost,
                unreadable::double precision as unreadable
         from storage.scrub`,
}
