import type { Caller, Database } from '../../db/database.ts'
import type { BlobStore, ByteRange } from '../blobs/blob-store.ts'
import { TusError } from '../storage-error.ts'
import type { Arrivals, Arrived, Gathered } from './arrivals.ts'
import { PartLayout } from './part-layout.ts'
import type { Claim } from './upload-claims.ts'
import {
  addPartsStatement,
  advanceUploadStatement,
  findUploadStatement,
  listPartsStatement,
  type UploadRow,
} from './uploads.sql.ts'

const UNDISPUTED: Claim = { epoch: '0', requireHeld: async () => undefined, release: async () => undefined }

/** The bytes that count are those that this node staged. */
export class StagedArrivals implements Arrivals {
  readonly #database: Database
  readonly #store: BlobStore

  constructor(database: Database, store: BlobStore) {
    this.#database = database
    this.#store = store
  }

  async of(caller: Caller, row: UploadRow): Promise<Arrived> {
    const layout = PartLayout.of(row)
    const doneParts = layout ? await this.#parts(caller, row.id) : []
    const offsetBytes = layout ? layout.reach(doneParts) : Number(row.offset_bytes)
    const endBytes = layout?.endOf(doneParts) ?? offsetBytes
    await this.#requireStaged(caller, row, endBytes)
    return { offsetBytes, doneParts, endBytes }
  }

  async add(caller: Caller, row: UploadRow, { start, end }: ByteRange): Promise<void> {
    const parts = PartLayout.of(row)?.partsOf({ start, end })
    const statement = parts ? addPartsStatement(row.id, parts) : advanceUploadStatement(row.id, start, end)
    await this.#database.oneAsCaller(caller, statement)
  }

  /** No other node has this disk, and this process does not complete an upload twice at a time. */
  async claim(): Promise<Claim> {
    return UNDISPUTED
  }

  async gather(_caller: Caller, { id }: UploadRow): Promise<Gathered> {
    return { stage: id, discard: () => this.discard(id) }
  }

  async forgetHere(upload: string): Promise<void> {
    await this.#store.discard(upload)
  }

  async discard(upload: string): Promise<void> {
    await this.#store.discard(upload)
  }

  async #parts(caller: Caller, id: string): Promise<number[]> {
    const { rows } = await this.#database.oneAsCaller<{ part: number }>(caller, listPartsStatement(id))
    return rows.map(({ part }) => part)
  }

  /**
   * The database counts bytes that must be in the staging area. When they are not, after a restored backup or on another node
   * than the one that took them, continuing would complete a file with holes. The upload stays: its own node may have them.
   */
  async #requireStaged(caller: Caller, row: UploadRow, durableEnd: number): Promise<void> {
    if (durableEnd === 0 || ((await this.#store.staged(row.id))?.sizeBytes ?? 0) >= durableEnd) return
    // Completed a moment ago, its bytes are a blob by now.
    const { rows } = await this.#database.oneAsCaller<UploadRow>(caller, findUploadStatement(row.id))
    if (rows[0]?.object_id) return
    throw new TusError(410, 'The bytes that had arrived are not here; start the upload again')
  }
}
