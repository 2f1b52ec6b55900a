import type { NoteSignature } from '#ledger/notes/note.ts'
import type { NoteSigner } from '#ledger/notes/sign.ts'
import { lastSeconds } from '#ledger/witness/last-seconds.ts'

/**
 * Signs a checkpoint with the time.
 *
 * @param previous the note that was signed last: a clock that was put back would make two statements that contradict each other.
 */
export async function cosign(
  signer: NoteSigner,
  text: string,
  { previous, nowMs }: { previous: string | undefined; nowMs: number },
): Promise<NoteSignature> {
  const last = previous === undefined ? 0 : await lastSeconds(signer.key, previous)
  return signer.sign(text, Math.max(Math.floor(nowMs / 1000), last, 1))
}
