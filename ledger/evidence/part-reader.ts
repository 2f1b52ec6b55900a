import type { Bytes } from '#crypto/bytes.ts'
import { fromBase64Url, fromUtf8 } from '#crypto/encoding.ts'
import { type Json, parseCanonicalJson } from '#crypto/statements/canonical-json.ts'
import { LedgerError } from '../errors.ts'
import { type Group, GROUPS, type Opening } from '../events/entry.ts'
import { parseTlogProof } from '../log/tlog-proof.ts'
import { fromBase64 } from '../notes/base64.ts'
import { type Hash, HASH_BYTES } from '../tree/hash.ts'

/** Files by their path in the archive. */
export type EvidenceParts = ReadonlyMap<string, Uint8Array>

/** What is shown of an event, each group with the salt of its commitment. */
export type Shown = { readonly [group in Group]?: Opening }

/** Knows which files were read: nothing else may be there. */
export class PartReader {
  readonly #parts: EvidenceParts
  readonly #unread: Set<string>

  /** @param others that are not read. */
  constructor(parts: EvidenceParts, others: ReadonlySet<string>) {
    this.#parts = parts
    this.#unread = new Set([...parts.keys()].filter((path) => !others.has(path)))
  }

  has(path: string): boolean {
    return this.#parts.has(path)
  }

  bytes(path: string, mostBytes = Infinity): Bytes {
    const bytes = this.#parts.get(path)
    if (!bytes) throw malformed(`${path} is missing`)
    if (bytes.length > mostBytes) throw malformed(`${path} is larger than it can be`)
    this.#unread.delete(path)
    return new Uint8Array(bytes)
  }

  text(path: string, mostBytes = Infinity): string {
    const bytes = this.bytes(path, mostBytes)
    return orMalformed(path, () => fromUtf8(bytes))
  }

  /** Of the tree that a checkpoint names. */
  proof(path: string, checkpoint: string): { index: number; proof: readonly Hash[] } {
    const text = this.text(path)
    const read = orMalformed(path, () => parseTlogProof(text))
    if (read.extra) throw malformed(`${path} cannot be read`)
    if (read.checkpoint !== checkpoint) throw malformed(`${path} has another checkpoint than its log`)
    return read
  }

  hashes(path: string): Hash[] {
    const text = this.text(path)
    return orMalformed(path, () => {
      const lines = text.split('\n')
      const hashes = lines.slice(0, -1).map(fromBase64)
      if (lines.at(-1) !== '' || hashes.some(({ length }) => length !== HASH_BYTES)) throw malformed('')
      return hashes
    })
  }

  shown(path: string): Shown {
    const text = this.text(path)
    return orMalformed(path, () => {
      const groups = Object.entries(record(parseCanonicalJson(text))).map(([group, opening]) => {
        const { salt, text: shown, ...others } = record(opening)
        if (!GROUPS.some((known) => known === group) || Object.keys(others).length > 0) throw malformed('')
        return [group, { salt: fromBase64Url(word(salt)), text: word(shown) }] as const
      })
      return Object.fromEntries(groups)
    })
  }

  /** By number. */
  pathsIn(folder: string, end: string): string[] {
    const numberOf = (path: string): number => Number(path.slice(folder.length, -end.length))
    return [...this.#unread]
      .filter((path) => path.startsWith(folder) && path.endsWith(end))
      .toSorted((a, b) => numberOf(a) - numberOf(b))
  }

  requireEnd(): void {
    const [path] = this.#unread
    if (path !== undefined) throw malformed(`${path} does not belong to the bundle`)
  }
}

export function record(value: Json | undefined): Readonly<Record<string, Json>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed('')
  return value as Readonly<Record<string, Json>>
}

export function word(value: Json | undefined): string {
  if (typeof value !== 'string') throw malformed('')
  return value
}

/** Every error in a file becomes the one that names it, but for those that say more. */
export function orMalformed<Read>(path: string, read: () => Read): Read {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof LedgerError && cause.message.startsWith('the bundle')) throw cause
    throw new LedgerError('malformed', `${path} cannot be read`, { cause })
  }
}

export const malformed = (text: string): LedgerError => new LedgerError('malformed', text)
