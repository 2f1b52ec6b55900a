import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { readWholeBundle, writeEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { type FilledTile } from '#ledger/tree/grow.ts'
import { HASH_BYTES } from '#ledger/tree/hash.ts'
import { entriesPath, type Tile, tilePath, TILE_WIDTH } from '#ledger/tree/tile.ts'
import { LedgerError } from '#ledger/errors.ts'
import { makeFolderDurably, readBytes, readText, replaceDurably } from '../witness/durable-files.ts'

/** There is no room for more, on the disk or by the limit that the operator set. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError'
}

const pendingShape = z.array(z.string().min(1)).max(100)

/**
 * The files of one log that is mirrored. Bundles and tiles lie under the names that they have when they are full, and each holds as much as there is;
 * they only grow, each is replaced as a whole, and all is on disk when a call returns.
 */
export class LogCopy {
  readonly #folder: string
  readonly #room: Room

  constructor(folder: string, room: Room) {
    this.#folder = folder
    this.#room = room
    makeFolderDurably(folder)
    room.used += sizeOfFolder(folder)
  }

  /** The checkpoint up to which all is kept, with the signature of the mirror. */
  get signed(): string | undefined {
    return readText(path.join(this.#folder, 'checkpoint'))
  }

  keepSigned(note: string): void {
    this.#replace('checkpoint', Buffer.from(note))
  }

  /** The checkpoints that the mirror was shown last, oldest first. @throws {Error} */
  get pending(): readonly string[] {
    const text = readText(path.join(this.#folder, 'pending.json'))
    return text === undefined ? [] : pendingShape.parse(JSON.parse(text))
  }

  keepPending(notes: readonly string[]): void {
    this.#replace('pending.json', Buffer.from(JSON.stringify(notes)))
  }

  /** The entries of a bundle, as far as they arrived. @throws {LedgerError} `malformed` for a file that was damaged. */
  entries(bundle: number): Uint8Array[] {
    return readWholeBundle(this.entryBytes(bundle))
  }

  entryBytes(bundle: number): Uint8Array {
    return readBytes(this.#fileOf(entriesPath(bundle, TILE_WIDTH))) ?? new Uint8Array()
  }

  /** @throws {NoRoomError} */
  keepEntries(bundle: number, entries: readonly Uint8Array[]): void {
    this.#replace(entriesPath(bundle, TILE_WIDTH), writeEntryBundle(entries))
  }

  /** Removes what arrived of bundles behind this one, and of this one all but the first entries. */
  cutEntries(bundle: number, count: number): void {
    if (count > 0) this.keepEntries(bundle, this.entries(bundle).slice(0, count))
    for (let at = count > 0 ? bundle + 1 : bundle; ; at++) {
      const file = this.#fileOf(entriesPath(at, TILE_WIDTH))
      if (!fs.existsSync(file)) return
      this.#room.used -= fs.statSync(file).size
      fs.rmSync(file)
    }
  }

  /** The first hashes of a tile. @throws {LedgerError} `malformed` when there are fewer. */
  tile({ level, index, width }: Tile): Uint8Array {
    const bytes = readBytes(this.#fileOf(tilePath({ level, index, width: TILE_WIDTH })))
    if (!bytes || bytes.length < width * HASH_BYTES) {
      throw new LedgerError('malformed', `${tilePath({ level, index, width })} is missing`)
    }
    return bytes.subarray(0, width * HASH_BYTES)
  }

  /** @throws {NoRoomError} */
  keepTile({ level, index, bytes }: FilledTile): void {
    this.#replace(tilePath({ level, index, width: TILE_WIDTH }), bytes)
  }

  #replace(name: string, content: Uint8Array): void {
    const file = this.#fileOf(name)
    const grows = content.length - (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0)
    if (grows > 0 && this.#room.used + grows > this.#room.mostBytes) {
      throw new NoRoomError(`the copies may take ${this.#room.mostBytes} bytes`)
    }
    try {
      makeFolderDurably(path.dirname(file))
      replaceDurably(file, content)
    } catch (error) {
      if (!isFull(error)) throw error
      throw new NoRoomError('the disk is full', { cause: error })
    }
    this.#room.used += grows
  }

  #fileOf(name: string): string {
    return path.join(this.#folder, ...name.split('/'))
  }
}

/** What all copies of a mirror take together, and may take. */
export type Room = { used: number; readonly mostBytes: number }

const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG']
const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && FULL.includes(error.code)

function sizeOfFolder(folder: string): number {
  let bytes = 0
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += fs.statSync(path.join(entry.parentPath, entry.name)).size
  }
  return bytes
}
