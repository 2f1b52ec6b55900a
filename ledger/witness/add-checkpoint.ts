import { LedgerError } from '../errors.ts'
import { fromBase64, toBase64 } from '../notes/base64.ts'
import { formatSize, parseSize } from '../notes/checkpoint.ts'
import { MAX_NOTE_BYTES } from '../notes/note.ts'
import { type Hash, HASH_BYTES } from '../tree/hash.ts'

/** What a log asks of a witness: to sign a checkpoint that continues the one which the witness signed last. */
export type AddCheckpoint = {
  readonly oldSize: number
  readonly proof: readonly Hash[]
  /** The note, as it was signed. */
  readonly checkpoint: string
}

const OLD = 'old '
const MAX_HASHES = 63

/** The body of the request. @see c2sp.org/tlog-witness */
export const formatAddCheckpoint = ({ oldSize, proof, checkpoint }: AddCheckpoint): string =>
  `${[OLD + formatSize(oldSize), ...proof.map(toBase64)].join('\n')}\n\n${checkpoint}`

/** @throws {LedgerError} `malformed` */
export function parseAddCheckpoint(body: string): AddCheckpoint {
  if (body.length > 2 * MAX_NOTE_BYTES) throw new LedgerError('malformed', 'request is too long')
  const end = body.indexOf('\n\n')
  const [old, ...lines] = body.slice(0, Math.max(end, 0)).split('\n')
  if (!old?.startsWith(OLD) || lines.length > MAX_HASHES) throw new LedgerError('malformed', 'request to a witness')

  const proof = lines.map(fromBase64)
  if (proof.some(({ length }) => length !== HASH_BYTES)) throw new LedgerError('malformed', 'hash of a proof')
  return { oldSize: parseSize(old.slice(OLD.length)), proof, checkpoint: body.slice(end + 2) }
}
