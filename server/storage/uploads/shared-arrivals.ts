import { randomUUID } from 'node:crypto'
import type { Caller, Database } from '../../db/database.ts'
import { BlobMissingError, type BlobStore, type ByteRange, type SharedPieces } from '../blobs/blob-store.ts'
import { TusError } from '../storage-error.ts'
import type { Arrivals, Arrived, Gathered } from './arrivals.ts'
import { PartLayout } from './part-layout.ts'
import { type Claim, type ClaimTimes, UploadClaims } from './upload-claims.ts'
import {
  addPiecesStatement,
  giveUpStatement,
  listPiecesStatement,
  type PieceRow,
  type UploadRow,
} from './uploads.sql.ts'

/** Bodies of an upload that is sent in sequence: each is a piece, and each is fetched on its own at the end. */
const MAX_PIECES = 10_000
const FETCHES_IN_FLIGHT = 3
/** Uploads whose pieces this node remembers; others are fetched. */
const MAX_REMEMBERED = 10_000

/** `claims`: times of the claims on uploads; tests shorten them. */
type Services = { database: Database; store: BlobStore; pieces: SharedPieces; claims?: ClaimTimes | undefined }
type Range = { start: number; end: number; piece: string; pieceStart: number }

/**
 * The bytes that count lie in the shared store, and rows say which: any node continues any upload, and completes it. Of two nodes that
 * took the same range the first row counts. Of an upload that came through one node alone, that node has staged every byte, and fetches
 * nothing; after a restart it no longer knows, and fetches all.
 */
export class SharedArrivals implements Arrivals {
  readonly #database: Database
  readonly #store: BlobStore
  readonly #pieces: SharedPieces
  readonly #claims: UploadClaims
  /** By upload: the pieces whose bytes this process staged, and where. */
  readonly #own = new Map<string, { area: string | undefined; pieces: Set<string> }>()

  constructor({ database, store, pieces, claims }: Services) {
    this.#database = database
    this.#store = store
    this.#pieces = pieces
    this.#claims = new UploadClaims(database, claims)
  }

  async of(caller: Caller, row: UploadRow): Promise<Arrived> {
    const ranges = await this.#ranges(caller, row.id)
    const layout = PartLayout.of(row)
    if (!layout && ranges.length >= MAX_PIECES)
      throw new TusError(400, 'The upload came in too many small bodies; start it again with larger ones')
    const doneParts = ranges.flatMap(({ start }) => layout?.partAt(start) ?? [])
    const endBytes = ranges.at(-1)?.end ?? 0
    return { offsetBytes: layout ? layout.reach(doneParts) : endBytes, doneParts, endBytes }
  }

  async add(caller: Caller, row: UploadRow, range: ByteRange, isWhole: boolean): Promise<void> {
    // It becomes a blob at once, or is sent again.
    if (isWhole) return
    const layout = PartLayout.of(row)
    const ranges = layout?.partsOf(range).map((part) => layout.rangeOf(part)) ?? [range]
    const piece = randomUUID()
    const area = (await this.#store.staged(row.id))?.area
    await this.#pieces.share(row.id, range, piece)
    const { rowCount } = await this.#database.oneAsCaller(
      caller,
      addPiecesStatement(row.id, { piece, start: range.start }, ranges),
    )
    if (rowCount) return this.#remember(row.id, piece, area)
    await Promise.allSettled([this.#pieces.remove(row.id, piece)])
    // A part may be there already, from another request; it counts.
    if (layout) return
    if ((await this.of(caller, row)).offsetBytes !== range.start) throw new TusError(409, 'Upload-Offset conflict')
    throw new TusError(410, 'The upload was cancelled')
  }

  claim(caller: Caller, row: UploadRow): Promise<Claim | undefined> {
    return this.#claims.take(caller, row.id)
  }

  async gather(
    caller: Caller,
    row: UploadRow,
    { claim, isWhole }: { claim: Claim; isWhole: boolean },
  ): Promise<Gathered | undefined> {
    if (isWhole) return { stage: row.id, discard: () => this.#store.discard(row.id) }
    const ranges = joined(await this.#ranges(caller, row.id))
    requireAll(ranges, Number(row.size_bytes))
    const discard = () => this.discard(row.id)
    const own = this.#own.get(row.id)
    const area = (await this.#store.staged(row.id))?.area
    if (own && own.area === area && ranges.every(({ piece }) => own.pieces.has(piece)))
      return { stage: row.id, discard }
    // Into a file of its own: an older request may still write into that of the upload.
    const stage = randomUUID()
    const discardBoth = async () => void (await Promise.all([this.#store.discard(stage), discard()]))
    try {
      await this.#fetchAll(row.id, ranges, stage)
      return { stage, discard: discardBoth }
    } catch (error) {
      await Promise.allSettled([this.#store.discard(stage)])
      if (!(error instanceof BlobMissingError)) throw error
      const { rowCount } = await this.#database.oneAsCaller(caller, giveUpStatement(row.id, claim.epoch))
      // Another node took it over and completed it, or somebody cancelled it. Either has removed the pieces.
      if (!rowCount) return undefined
      await Promise.allSettled([discard()])
      // After a restored backup: nobody has them.
      throw new TusError(410, 'The bytes that had arrived are gone; start the upload again')
    }
  }

  async discard(upload: string): Promise<void> {
    await this.forgetHere(upload)
    await this.#pieces.forget(upload)
  }

  async forgetHere(upload: string): Promise<void> {
    this.#own.delete(upload)
    await this.#store.discard(upload)
  }

  async #fetchAll(upload: string, ranges: readonly Range[], stage: string): Promise<void> {
    const left = [...ranges]
    const failures: unknown[] = []
    const fetchSome = async (): Promise<void> => {
      for (let next = left.pop(); next && failures.length === 0; next = left.pop()) {
        const { piece, pieceStart, ...range } = next
        await this.#pieces.fetch({ upload, piece, start: pieceStart }, range, stage).catch((error: unknown) => {
          failures.push(error)
        })
      }
    }
    // All are at rest before the stage is discarded.
    await Promise.all(Array.from({ length: FETCHES_IN_FLIGHT }, fetchSome))
    if (failures.length > 0) throw failures[0]
  }

  async #ranges(caller: Caller, id: string): Promise<Range[]> {
    const { rows } = await this.#database.oneAsCaller<PieceRow>(caller, listPiecesStatement(id))
    return rows.map(({ start_bytes, end_bytes, piece, piece_start }) => ({
      start: Number(start_bytes),
      end: Number(end_bytes),
      piece,
      pieceStart: Number(piece_start),
    }))
  }

  #remember(upload: string, piece: string, area: string | undefined): void {
    const known = this.#own.get(upload)
    // Somebody tidied up: what was staged before is gone.
    const pieces = known?.area === area ? known?.pieces : undefined
    this.#own.set(upload, { area, pieces: new Set(pieces).add(piece) })
    const oldest = this.#own.keys().next()
    if (this.#own.size > MAX_REMEMBERED && !oldest.done) this.#own.delete(oldest.value)
  }
}

/** Neighbours in one piece as one range, so that they are fetched together. */
function joined(ranges: Range[]): Range[] {
  const result: Range[] = []
  for (const range of ranges) {
    const last = result.at(-1)
    if (last && last.piece === range.piece && last.end === range.start) last.end = range.end
    else result.push({ ...range })
  }
  return result
}

/** @throws {Error} when a byte of the upload lies in none of these, which are in ascending order. */
function requireAll(ranges: readonly Range[], sizeBytes: number): void {
  let reached = 0
  for (const { start, end } of ranges) reached = start === reached ? end : NaN
  if (reached !== sizeBytes) throw new Error('the pieces of an upload do not make up the whole of it')
}
