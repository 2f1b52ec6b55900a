import { equalBytes } from '#crypto/bytes.ts'
import { LedgerError } from '../errors.ts'
import { type Checkpoint, parseCheckpoint } from '../notes/checkpoint.ts'
import { type Note, parseNote } from '../notes/note.ts'
import type { VerifierKey } from '../notes/verifier-key.ts'
import { verifyNote } from '../notes/verify.ts'
import { EMPTY_ROOT } from '../tree/hash.ts'
import { isConsistent, type TreeHead } from '../tree/verify-proof.ts'
import { type AddCheckpoint, parseAddCheckpoint } from './add-checkpoint.ts'

/** What a witness answers, by the status codes of the protocol. */
export type Judgement =
  /** To be stored before it is signed, in one step with the comparison of sizes. */
  | { readonly status: 200; readonly checkpoint: Checkpoint; readonly note: Note }
  | { readonly status: 400 | 403 | 404; readonly reason: string }
  /** Another size than the request says was signed last. */
  | { readonly status: 409; readonly size: number }
  /** Signed by the log, and not a continuation: to be kept, as it may prove that the log has two histories. */
  | { readonly status: 422; readonly reason: string; readonly note: Note }

/** What a witness knows. */
export type WitnessKnowledge = {
  /** The keys of a log; empty for a log that the witness does not know. */
  readonly keysOf: (origin: string) => readonly VerifierKey[]
  /** What it signed last for the log; undefined when it never did. */
  readonly lastOf: (origin: string) => Promise<TreeHead | undefined>
}

const NOTHING: TreeHead = { size: 0, root: EMPTY_ROOT }

/**
 * Decides whether a witness may sign. Never throws for what a client sent.
 *
 * @see c2sp.org/tlog-witness, `add-checkpoint`
 */
export async function judgeCheckpoint(body: string, { keysOf, lastOf }: WitnessKnowledge): Promise<Judgement> {
  let [request, note, checkpoint]: [AddCheckpoint?, Note?, Checkpoint?] = []
  try {
    request = parseAddCheckpoint(body)
    note = parseNote(request.checkpoint)
    checkpoint = parseCheckpoint(note.text)
  } catch (error) {
    return { status: 400, reason: refusal(error) }
  }

  const keys = keysOf(checkpoint.origin)
  if (keys.length === 0) return { status: 404, reason: 'unknown log' }
  try {
    const signed = await verifyNote(note, keys)
    // As clients do: a log with several keys signs with each of them.
    if (signed.length < keys.length) return { status: 403, reason: 'not signed by the log' }
  } catch (error) {
    return { status: 403, reason: refusal(error) }
  }

  const { oldSize, proof } = request
  if (oldSize > checkpoint.size) return { status: 400, reason: 'the old size is larger than the new one' }
  const last = (await lastOf(checkpoint.origin)) ?? NOTHING
  if (oldSize !== last.size) return { status: 409, size: last.size }
  if (checkpoint.size === 0 && !equalBytes(checkpoint.root, EMPTY_ROOT)) {
    return { status: 422, reason: 'an empty tree has another root', note }
  }
  if (!isConsistent(last, checkpoint, proof)) return { status: 422, reason: 'bad consistency proof', note }
  return { status: 200, checkpoint, note }
}

/** For the sender's log; other errors are ours. */
function refusal(error: unknown): string {
  if (error instanceof LedgerError) return error.code === 'bad_signature' ? 'invalid signature' : error.message
  throw error
}
