import { equalBytes } from '#crypto/bytes.ts'
import { parseCheckpoint } from '#ledger/notes/checkpoint.ts'
import { formatNote, type Note } from '#ledger/notes/note.ts'
import type { VerifierKey } from '#ledger/notes/verifier-key.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import { formatAddCheckpoint, parseAddCheckpoint } from '#ledger/witness/add-checkpoint.ts'
import type { Judgement } from '#ledger/witness/judge-checkpoint.ts'
import type { WitnessFiles } from './witness-files.ts'

/** Once for each checkpoint. @param why.file where the request is kept; undefined when there are many already. */
export type Refused = (origin: string, why: { reason: string; isProof: boolean; file: string | undefined }) => void

type Judged = Extract<Judgement, { status: 422 }>

/** Keeps what a log signed and nobody else did. */
export class Refusals {
  readonly #files: WitnessFiles
  readonly #say: Refused
  /** Checkpoints that were refused, and named. */
  readonly #said = new Set<string>()

  constructor(files: WitnessFiles, say: Refused) {
    this.#files = files
    this.#say = say
  }

  /**
   * A proof that is none says nothing by itself: anybody can send a checkpoint that the log published with a proof of their own.
   *
   * @param known.last what was accepted last.
   */
  keep(body: string, { reason, note }: Judged, { keys, last }: Known): void {
    const { oldSize, proof } = parseAddCheckpoint(body)
    const { origin, size, root } = parseCheckpoint(note.text)
    const isSameSize = size === (last?.size ?? 0)
    if (last && isSameSize && equalBytes(root, last.root)) return
    const request = formatAddCheckpoint({ oldSize, proof, checkpoint: formatNote(signedBy(keys, note)) })
    const kept = this.#files.keepRefused(origin, { text: note.text, request, isProof: isSameSize })
    if (kept === 'known' || this.#said.has(note.text)) return
    this.#said.add(note.text)
    this.#say(origin, { reason, isProof: isSameSize, file: kept === 'full' ? undefined : kept.file })
  }

  /** The log continues to it after all. */
  forget(origin: string, { text }: Note): void {
    this.#files.forgetRefused(origin, text)
  }
}

type Known = { readonly keys: readonly VerifierKey[]; readonly last: TreeHead | undefined }

/** Without lines that anybody could have added. */
export function signedBy(keys: readonly VerifierKey[], { text, signatures }: Note): Note {
  return { text, signatures: signatures.filter((line) => keys.some((key) => key.keyId === line.keyId)) }
}
