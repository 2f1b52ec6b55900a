import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Signer } from '#crypto/index.ts'
import type { Database } from '../../db/database.ts'
import type { SecretStore } from '../../secret-store/secret-store.ts'
import type { BlobStore } from '../../storage/blobs/blob-store.ts'
import { openPlace } from '../../storage/places/open-place.ts'
import type { Place } from '../../storage/places/place.ts'
import { tryLockArchive } from '../backup-locks.ts'
import { claimPlace, type Cluster, CLUSTER } from './archived-cluster.ts'
import { isSegment, WAL } from './archive-names.ts'
import { backupSigner, readRecipients } from '../backup-keys.ts'
import { type Content, copyContents } from '../copy-contents.ts'
import { writeSigned } from '../manifest.ts'
import { sealStream } from '../sealed-stream.ts'
import { piped } from '../signed-files.ts'

const EVERY_MS = 1000
const AGAIN_MS = 3_600_000
const READY = '.ready'

export type ArchiveSource = {
  /** Folder of the cluster's files. */
  data: string
  database: Database
  store: BlobStore
  secrets: SecretStore
  /** As `openPlace` takes it. */
  to: string
}

type Log = { error: (context: object, message: string) => void }

/**
 * Takes what PostgreSQL has finished of its log to the archive, and before it the content that it may name. PostgreSQL keeps each piece until its
 * mark says that somebody has it, whatever happens in between; a piece that is taken twice is the same.
 *
 * @returns what ends it, when the round that runs is over.
 * @throws {Error} when there is no key for backups.
 */
export async function startArchiver(source: ArchiveSource, log: Log): Promise<() => Promise<void>> {
  await readRecipients(source.secrets)
  let archiver: WalArchiver | undefined
  let saidAt: number | undefined
  let running: Promise<void> | undefined
  const round = async (): Promise<void> => {
    try {
      archiver ??= await WalArchiver.open(source, log)
      await archiver.run()
      saidAt = undefined
    } catch (err) {
      // Not each second, and again while it lasts: what is not taken stays, and fills the disk.
      if (saidAt !== undefined && performance.now() - saidAt < AGAIN_MS) return
      log.error({ err }, 'archive cannot be written')
      saidAt = performance.now()
    }
  }
  const timer = setInterval(() => void (running ??= round().finally(() => (running = undefined))), EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

type Opened = { place: Place; recipients: readonly string[]; signer: Signer; log: Log }

class WalArchiver {
  readonly #source: ArchiveSource
  readonly #place: Place
  readonly #recipients: readonly string[]
  readonly #signer: Signer
  /** Objects that changed before are in the place. Undefined: all are looked at. */
  #copiedUntil: Date | undefined
  /** Missing or damaged here, and said so. */
  readonly #lacking = new Set<string>()
  readonly #log: Log

  private constructor(source: ArchiveSource, { place, recipients, signer, log }: Opened) {
    this.#source = source
    this.#place = place
    this.#recipients = recipients
    this.#signer = signer
    this.#log = log
  }

  /** @throws {Error} also when the place keeps the log of another cluster. */
  static async open(source: ArchiveSource, log: Log): Promise<WalArchiver> {
    const recipients = await readRecipients(source.secrets)
    const place = await openPlace(source.to, process.env)
    const signer = await backupSigner(source.secrets)
    const { rows } = await source.database.owner<Cluster>(CLUSTER)
    if (rows[0]) await claimPlace(place, rows[0], signer)
    return new WalArchiver(source, { place, recipients, signer, log })
  }

  /** What is ready, unless somebody removes old content meanwhile: none may go that was copied and is not named yet. @throws {Error} */
  async run(): Promise<void> {
    const status = path.join(this.#source.data, 'pg_wal/archive_status')
    // In order: a gap would be the end of what can be recovered.
    const ready = fs
      .readdirSync(status)
      .filter((name) => name.endsWith(READY))
      .toSorted()
    if (ready.length === 0) return
    const names = ready.map((name) => name.slice(0, -READY.length))
    await this.#source.database.asOwner(async (transaction) => {
      if (await tryLockArchive(transaction)) await this.#takeAll(status, names)
    })
  }

  async #takeAll(status: string, names: readonly string[]): Promise<void> {
    const finishedAt = names.filter(isSegment).map((name) => fs.statSync(this.#fileOf(name)).mtimeMs)
    const contents = await this.#copyContents()
    for (const name of names) {
      // The last one names them all: whatever is removed, the newest piece stays.
      await this.#take(name, name === names.at(-1) ? contents : [])
      fs.renameSync(path.join(status, name + READY), path.join(status, `${name}.done`))
    }
    // What came after the last of these pieces is named by one of the next round. A transaction that began before may end after, with the time of its beginning.
    if (finishedAt.length > 0) this.#copiedUntil = new Date(Math.max(...finishedAt) - LONGEST_MS)
  }

  #fileOf(name: string): string {
    return path.join(this.#source.data, 'pg_wal', name)
  }

  async #take(name: string, contents: string[]): Promise<void> {
    const file = fs.createReadStream(this.#fileOf(name))
    const body = await sealStream(this.#recipients, piped(file, createGzip({ level: 1 })))
    const sealed = await this.#place.write(`${WAL}/${name}.gz.age`, body)
    const note = { format: 'quantumshield-wal-1', name, sealed, contents }
    await writeSigned(this.#place, `${WAL}/${name}.json`, note, this.#signer)
  }

  /** A row points at content that is there, so what is copied now is what the pieces that are finished name. */
  async #copyContents(): Promise<string[]> {
    const { rows } = await this.#source.database.owner<{ id: string; bytes: string; sha256: string }>(
      `select distinct on (blob_id) blob_id as id, size_bytes as bytes, checksum as sha256
       from storage.objects where $1::timestamptz is null or updated_at > $1 order by blob_id`,
      [this.#copiedUntil ?? null],
    )
    const contents = rows.map(({ id, bytes, sha256 }): Content => ({ id, bytes: Number(bytes), sha256 }))
    const { damaged } = await copyContents(this.#source.store, this.#place, each(contents))
    // Each is looked at by several rounds.
    const news = damaged.filter((id) => !this.#lacking.has(id))
    for (const id of news) this.#lacking.add(id)
    if (news.length > 0) this.#log.error({ contents: news }, 'content is missing or damaged, and not in the archive')
    return contents.map(({ id }) => id)
  }
}

/** No request has a transaction that takes longer. */
const LONGEST_MS = 10 * 60_000

async function* each(contents: readonly Content[]): AsyncGenerator<Content> {
  yield* Readable.from(contents)
}
