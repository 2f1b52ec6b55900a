import { createHash, randomBytes } from 'node:crypto'
import type { Writable } from 'node:stream'
import type { ExportState } from '#contract/organisation/tenant-life.ts'
import type { Caller, Database } from '../db/database.ts'
import type { BlobStore } from '../storage/blobs/blob-store.ts'
import { type Progress, writeContent } from './export-content.ts'
import { ExportStopped, ExportWriter } from './export-writer.ts'
import { tenantsError } from './tenants-requests.ts'

const BEAT_MS = 1000
const PAGE = 20

type Export = {
  id: string
  asker: string
  state: ExportState
  asked_at: Date
  ended_at: Date | null
  rows_done: number
  blobs_done: number
  blobs_total: number | null
  bytes_done: number
  manifest: string | null
}
type Taken = { id: string; tenant_id: string; asker: string; name: string }
export type ExportLog = { error: (context: object, message: string) => void }

/** Exports of organisations, for the operator. Whether the caller may is asked of the database in each call. */
export class ExportsService {
  readonly #services: { database: Database; store: BlobStore }

  constructor(services: { database: Database; store: BlobStore }) {
    this.#services = services
  }

  /** The newest ones of an organisation. */
  async list(caller: Caller, tenant: string): Promise<{ exports: Export[] }> {
    const { rows } = await this.#services.database.oneAsCaller<Export>(caller, {
      text: `select e.id, e.asker, e.asked_at, e.ended_at, e.manifest,
                    case when e.ended_at is null and e.seen_at < clock_timestamp() - interval '2 minutes' then 'failed' else e.state end as state,
                    e.rows_done::float as rows_done, e.blobs_done::float as blobs_done, e.blobs_total::float as blobs_total,
                    e.bytes_done::float as bytes_done
             from tenancy.exports e where e.tenant_id = $1 and authz.require_tenant_manager() is not null
             order by e.asked_at desc, e.id desc limit ${PAGE}`,
      values: [tenant],
    })
    return { exports: rows }
  }

  /** @returns the ticket of its one download, which begins within a minute. @throws {DatabaseError} QS403, QS406, QS424 */
  async begin(caller: Caller, tenant: string): Promise<{ id: string | undefined; ticket: string }> {
    const ticket = randomBytes(32).toString('base64url')
    const { rows } = await this.#services.database.oneAsCaller<{ id: string }>(caller, {
      text: 'select tenancy.begin_export($1, $2) as id',
      values: [tenant, hashOf(ticket)],
    })
    return { id: rows[0]?.id, ticket }
  }

  async cancel(caller: Caller, id: string): Promise<void> {
    await this.#services.database.oneAsCaller(caller, { text: 'select tenancy.cancel_export($1)', values: [id] })
  }

  /** Takes a ticket, which nobody can do twice. @throws {Refusal} `download_ended` */
  async take(id: string, ticket: string): Promise<Taken> {
    const { rows } = await this.#services.database.owner<Taken>(
      `update tenancy.exports e set state = 'running', ticket_hash = null, seen_at = clock_timestamp()
       from public.tenants t
       where e.id = $1 and e.ticket_hash = $2 and e.state = 'waiting' and e.asked_at > clock_timestamp() - interval '1 minute' and t.id = e.tenant_id
       returning e.id, e.tenant_id, e.asker, t.name`,
      [id, hashOf(ticket)],
    )
    if (!rows[0]) throw tenantsError('download_ended')
    return rows[0]
  }

  /** Streams the archive. It ends early, without its manifest, when it is cancelled or fails; the sink is then destroyed. */
  async send(taken: Taken, sink: Writable, log: ExportLog): Promise<void> {
    const beganAt = new Date()
    const writer = new ExportWriter(sink, beganAt)
    const progress: Progress = { rows: 0, blobs: 0, blobsTotal: null }
    const beat = setInterval(() => {
      this.#beat(taken.id, writer, progress).then(
        (isRunning) => void (isRunning || sink.destroy()),
        (error: unknown) => log.error({ err: error }, 'the progress of an export was not noted'),
      )
    }, BEAT_MS)
    try {
      const content = await writeContent(this.#services, { writer, progress, tenant: taken.tenant_id })
      const sums = await writer.addSums('SHA256SUMS')
      const manifest = manifestOf(taken, { beganAt, sums, entries: writer.entries - 1, ...content })
      const sha256 = await writer.add('manifest.json', manifest)
      await this.#beat(taken.id, writer, progress)
      // Before the last bytes: an archive that is whole is in the log of the organisation.
      if (!(await this.#end(taken.id, 'done', sha256))) throw new ExportStopped('it was cancelled')
      await writer.end()
      sink.end()
    } catch (error) {
      if (!(error instanceof ExportStopped)) log.error({ err: error }, 'an export failed')
      await this.#end(taken.id, 'failed', null)
      sink.destroy()
    } finally {
      clearInterval(beat)
    }
  }

  async #beat(id: string, { bytes }: ExportWriter, { rows, blobs, blobsTotal }: Progress): Promise<boolean> {
    const { rowCount } = await this.#services.database.owner(
      `update tenancy.exports set seen_at = clock_timestamp(), rows_done = $2, blobs_done = $3, blobs_total = $4, bytes_done = $5
       where id = $1 and state = 'running'`,
      [id, rows, blobs, blobsTotal, bytes],
    )
    return rowCount === 1
  }

  async #end(id: string, outcome: 'done' | 'failed', sha256: string | null): Promise<boolean> {
    const { rows } = await this.#services.database.owner<{ has_ended: boolean }>(
      'select tenancy.end_export($1, $2, $3) as has_ended',
      [id, outcome, sha256],
    )
    return rows[0]?.has_ended ?? false
  }
}

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()

type Facts = Awaited<ReturnType<typeof writeContent>> & { beganAt: Date; sums: string; entries: number }

function manifestOf(taken: Taken, { beganAt, sums, entries, tables, leftOut, missing }: Facts): Buffer {
  const manifest = {
    format: 'quantumshield-organisation-export',
    version: 1,
    export: taken.id,
    organisation: { id: taken.tenant_id, name: taken.name },
    asked_by: taken.asker,
    began_at: beganAt.toISOString(),
    entries,
    sha256sums: sums,
    tables,
    left_out: leftOut,
    missing_blobs: missing,
  }
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
}
