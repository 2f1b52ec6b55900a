import { equalBytes } from '#crypto/bytes.ts'
import { LedgerError } from '#ledger/errors.ts'
import { type EntryPackage, subtreeOf } from '#ledger/mirror/add-entries.ts'
import { parseCheckpoint } from '#ledger/notes/checkpoint.ts'
import { formatNote, formatSignature, type Note, parseNote } from '#ledger/notes/note.ts'
import type { NoteSigner } from '#ledger/notes/sign.ts'
import type { VerifierKey } from '#ledger/notes/verifier-key.ts'
import { verifyNote } from '#ledger/notes/verify.ts'
import { CompactRange } from '#ledger/tree/compact-range.ts'
import { writeEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { edgeTiles, TileWriter } from '#ledger/tree/grow.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import { type Range, rootOfSize } from '#ledger/tree/node.ts'
import { holdsSubtree } from '#ledger/tree/subtree.ts'
import { parseEntriesPath, parseTilePath, readNodesFromTiles, TILE_WIDTH, tileWidth } from '#ledger/tree/tile.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import { CommandError } from '../command-error.ts'
import { cosign } from '../witness/cosign.ts'
import { checkCopy } from './check-copy.ts'
import type { LogCopy } from './log-copy.ts'

/** A checkpoint that the log signed. */
export type Known = { readonly note: string; readonly head: TreeHead }

/** So many of the checkpoints that it was shown last a mirror takes entries for. */
const MOST_PENDING = 8

type Parts = { origin: string; keys: readonly VerifierKey[]; copy: LogCopy; signer: NoteSigner }

/**
 * A log as far as a mirror keeps it. `signed` is what it vouches for: all up to there is on disk. `pending` is a checkpoint that continues it, and
 * entries between the two may have arrived. Each step leaves files from which the next start continues.
 */
export class MirroredLog {
  readonly origin: string
  readonly keys: readonly VerifierKey[]
  readonly #copy: LogCopy
  readonly #signer: NoteSigner
  #pending: readonly Known[]
  #signed: Known | undefined
  #next: number

  private constructor({ origin, keys, copy, signer }: Parts) {
    this.origin = origin
    this.keys = keys
    this.#copy = copy
    this.#signer = signer
    this.#pending = copy.pending.map(known)
    const { signed } = copy
    this.#signed = signed === undefined ? undefined : known(signed)
    this.#next = this.#signed?.head.size ?? 0
  }

  /** Reads what is kept, all of it. @throws {CommandError} for a copy that lost something. */
  static async open(parts: Parts): Promise<MirroredLog> {
    try {
      const log = new MirroredLog(parts)
      await log.#check()
      return log
    } catch (error) {
      if (error instanceof CommandError) throw error
      const why = error instanceof Error ? error.message : 'error'
      // Nobody sends again what the policy does not name any more.
      const otherwise = parts.keys.length > 0 ? 'remove it to fetch everything again' : 'move it away'
      throw new CommandError(
        `The copy of ${parts.origin} was damaged (${why}). Restore its folder from a backup, or ${otherwise}.`,
      )
    }
  }

  /** What it was shown last. */
  get newest(): Known | undefined {
    return this.#pending.at(-1)
  }

  get signed(): Known | undefined {
    return this.#signed
  }

  /** The first entry that is missing. */
  get next(): number {
    return this.#next
  }

  /** The checkpoint of this size, where entries for it are taken. */
  known(size: number): Known | undefined {
    return [...this.#pending, ...(this.#signed ? [this.#signed] : [])].findLast(({ head }) => head.size === size)
  }

  /** From now on entries up to here are taken. The caller has proved that it continues `newest`. */
  pend({ text, signatures }: Note): void {
    const next = known(formatNote({ text, signatures }))
    // Anybody may send it again, and each write waits for the disk.
    if (this.newest && parseNote(this.newest.note).text === text) return
    const others = this.#pending.filter(({ head }) => head.size !== next.head.size)
    const pending = [...others, next].slice(-MOST_PENDING)
    this.#copy.keepPending(pending.map(({ note }) => note))
    this.#pending = pending
  }

  /**
   * Keeps the entries of a package that are not there yet.
   *
   * @param range begins at `next` or before.
   * @returns whether its proof holds; `missing` where what comes before it was thrown away meanwhile.
   * @throws {NoRoomError}
   */
  keep(range: Range, { entries, proof }: EntryPackage, { head }: Known): 'kept' | 'bad_proof' | 'missing' {
    const subtree = subtreeOf(range)
    const bundle = subtree.start / TILE_WIDTH
    const stored = this.#copy.entries(bundle)
    const before = range.start - subtree.start
    if (range.start > this.#next || stored.length < before) return 'missing'
    const whole = [...stored.slice(0, before), ...entries]
    const hashes = new CompactRange()
    for (const entry of whole) hashes.append(leafHash(entry))
    if (!holdsSubtree(subtree, hashes.root(), head, proof)) return 'bad_proof'
    if (whole.length > stored.length) this.#copy.keepEntries(bundle, whole)
    this.#next = Math.max(this.#next, range.end)
    return 'kept'
  }

  /**
   * Vouches for a checkpoint of which every entry is there: reads them back, and signs only what leads to its root.
   *
   * @returns the signature; undefined when more was signed meanwhile. @throws {NoRoomError} {LedgerError}
   */
  async sign({ note, head }: Known, nowMs: number): Promise<string | undefined> {
    const from = this.#signed?.head.size ?? 0
    if (head.size < from) return undefined
    try {
      await this.#grow(from, head)
    } catch (error) {
      if (error instanceof LedgerError) this.#forgetFrom(from)
      throw error
    }
    const { text, signatures } = parseNote(note)
    const ofLog = signatures.filter(({ keyId }) => this.keys.some((key) => key.keyId === keyId))
    const signature = await cosign(this.#signer, text, { previous: this.#signed?.note, nowMs })
    const signed = formatNote({ text, signatures: [...ofLog, signature] })
    this.#copy.keepSigned(signed)
    this.#signed = { note: signed, head }
    return formatSignature(signature)
  }

  /** A tile or bundle of what was signed, by its address below the log. */
  read(path: string): Uint8Array | undefined {
    const size = this.#signed?.head.size ?? 0
    const [entries, tile] = [parseEntriesPath(path), parseTilePath(path)]
    if (tile && tile.width <= tileWidth(tile.level, tile.index, size)) return this.#copy.tile(tile)
    if (!entries || entries.width > tileWidth(0, entries.index, size)) return undefined
    return writeEntryBundle(this.#copy.entries(entries.index).slice(0, entries.width))
  }

  async #grow(from: number, { size, root }: TreeHead): Promise<void> {
    const edge = edgeTiles(from).map((tile) => ({ ...tile, bytes: this.#copy.tile(tile) }))
    const tiles = new TileWriter(from, edge)
    for (let at = from; at < size;) {
      const bundle = Math.floor(at / TILE_WIDTH)
      const end = Math.min(size, (bundle + 1) * TILE_WIDTH)
      const entries = this.#copy.entries(bundle).slice(at - bundle * TILE_WIDTH, end - bundle * TILE_WIDTH)
      if (entries.length < end - at) throw new LedgerError('malformed', `entry ${at + entries.length} is missing`)
      for (const entry of entries) tiles.append(leafHash(entry))
      at = end
    }
    if (size > from) for (const tile of tiles.changed()) this.#copy.keepTile(tile)
    const read = readNodesFromTiles(size, async (tile) => this.#copy.tile(tile))
    if (!equalBytes(await rootOfSize(size, read), root)) {
      throw new LedgerError('bad_proof', 'what was stored has another root')
    }
  }

  /** What was stored since the last signature is not what arrived: it has to be sent again. */
  #forgetFrom(size: number): void {
    this.#copy.cutEntries(Math.floor(size / TILE_WIDTH), size % TILE_WIDTH)
    this.#next = size
  }

  async #check(): Promise<void> {
    if (this.#signed) {
      const { note, head } = this.#signed
      const signed = (await verifyNote(parseNote(note), [...this.keys, this.#signer.key])).map(({ key }) => key)
      if (![...this.keys, this.#signer.key].every((key) => signed.includes(key))) {
        throw new CommandError(
          `The policy names other keys of ${this.origin} than those it was mirrored under, or the key of this mirror was exchanged.`,
        )
      }
      checkCopy(this.#copy, head)
    }
    const last = this.newest?.head.size ?? 0
    for (let bundle = Math.floor(this.#next / TILE_WIDTH); this.#next < last; bundle++) {
      const { length } = this.#copy.entries(bundle)
      this.#next = Math.max(this.#next, Math.min(last, bundle * TILE_WIDTH + length))
      if (length < TILE_WIDTH) return
    }
  }
}

function known(note: string): Known {
  const { size, root } = parseCheckpoint(parseNote(note).text)
  return { note, head: { size, root } }
}
