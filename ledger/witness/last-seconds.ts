import { formatSignature, parseNote } from '../notes/note.ts'
import type { VerifierKey } from '../notes/verifier-key.ts'
import { readCosignatures } from './cosignatures.ts'

/**
 * When a key signed a note, in seconds since 1970: what it signs next may not be older, or a clock that was put back would make statements
 * that contradict each other. 0 where it did not sign it.
 *
 * @throws {LedgerError} for a signature in its name that does not hold.
 */
export async function lastSeconds(key: VerifierKey, note: string): Promise<number> {
  const { text, signatures } = parseNote(note)
  const own = signatures.filter(({ name, keyId }) => name === key.name && keyId === key.keyId)
  return (await readCosignatures(text, own.map(formatSignature).join(''), [key]))[0]?.seconds ?? 0
}
