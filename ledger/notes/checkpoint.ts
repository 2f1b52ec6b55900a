import { LedgerError } from '../errors.ts'
import { HASH_BYTES } from '../tree/hash.ts'
import type { TreeHead } from '../tree/verify-proof.ts'
import { fromBase64, toBase64 } from './base64.ts'

/** What a log says of itself. `origin` names the log; extensions are lines that no witness vouches for, nor an ML-DSA-44 key. */
export type Checkpoint = TreeHead & { readonly origin: string; readonly extensions: readonly string[] }

/** The text of the note that states it. @see c2sp.org/tlog-checkpoint */
export function formatCheckpoint({ origin, size, root, extensions }: Checkpoint): string {
  const text = [origin, formatSize(size), toBase64(root), ...extensions].map((line) => `${line}\n`).join('')
  parseCheckpoint(text)
  return text
}

/** @throws {LedgerError} `malformed` */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n')
  const [origin = '', size = '', root = '', ...extensions] = lines.slice(0, -1)
  if (lines.length < 4 || lines.at(-1) !== '' || origin === '' || extensions.includes('')) {
    throw new LedgerError('malformed', 'checkpoint')
  }
  const hash = fromBase64(root)
  if (hash.length !== HASH_BYTES) throw new LedgerError('malformed', 'root of a checkpoint')
  return { origin, size: parseSize(size), root: hash, extensions }
}

/** @throws {LedgerError} `malformed` for what is not a size or index. */
export function formatSize(size: number): string {
  if (!Number.isSafeInteger(size) || size < 0) throw new LedgerError('malformed', 'size of a tree')
  return String(size)
}

/** Decimal, without leading zeros. @throws {LedgerError} `malformed` also for more than a number holds exactly. */
export function parseSize(text: string): number {
  const size = Number(text)
  if (!/^(0|[1-9]\d{0,15})$/.test(text) || !Number.isSafeInteger(size)) {
    throw new LedgerError('malformed', 'size of a tree')
  }
  return size
}
