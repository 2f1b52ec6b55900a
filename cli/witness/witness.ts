import { equalBytes } from '#crypto/bytes.ts'
import { systemRandom } from '#crypto/primitives/random.ts'
import { parseCheckpoint } from '#ledger/notes/checkpoint.ts'
import { formatNote, formatSignature, type Note, parseNote } from '#ledger/notes/note.ts'
import type { Policy } from '#ledger/notes/policy.ts'
import { mlDsaCosigner, type NoteSigner } from '#ledger/notes/sign.ts'
import { type AddCheckpoint, formatAddCheckpoint, parseAddCheckpoint } from '#ledger/witness/add-checkpoint.ts'
import { readCosignatures } from '#ledger/witness/cosignatures.ts'
import type { VerifierKey } from '#ledger/notes/verifier-key.ts'
import { judgeCheckpoint, type Judgement } from '#ledger/witness/judge-checkpoint.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import type { WitnessFiles } from './witness-files.ts'

/** What a witness answers to a request. */
export type WitnessAnswer = { readonly status: Judgement['status']; readonly body: string }

type Refused = Extract<Judgement, { status: 422 }>

/** Requests for one log that wait for their turn. */
const MOST_WAITING = 32

export type WitnessEvents = {
  readonly signed: (origin: string, head: TreeHead) => void
  /** Once for each checkpoint. @param file where the request is kept; undefined when there are many already. */
  readonly refused: (origin: string, why: { reason: string; isProof: boolean; file: string | undefined }) => void
}

/** Signs checkpoints of logs, each only if it continues what was signed before. @see c2sp.org/tlog-witness */
export class Witness {
  readonly #files: WitnessFiles
  readonly #signer: NoteSigner
  readonly #logs: Policy['logs']
  readonly #events: WitnessEvents
  readonly #nowMs: () => number
  /** Checkpoints that were refused, and named. */
  readonly #said = new Set<string>()
  /** Comparing with what was signed last and keeping the new one is one step: requests for a log come one after the other. */
  readonly #turns = new Map<string, { waiting: number; last: Promise<unknown> }>()

  private constructor(signer: NoteSigner, services: WitnessServices) {
    this.#signer = signer
    this.#files = services.files
    this.#logs = services.logs
    this.#events = services.events
    this.#nowMs = services.nowMs ?? Date.now
  }

  static async open(services: WitnessServices & { name: string; seed: Uint8Array }): Promise<Witness> {
    return new Witness(await mlDsaCosigner(services.name, services.seed, systemRandom), services)
  }

  get key(): NoteSigner['key'] {
    return this.#signer.key
  }

  /** @returns undefined when too many wait already. */
  async add(body: string): Promise<WitnessAnswer | undefined> {
    const origin = originIn(body)
    const isKnown = this.#logs.some(({ key }) => key.name === origin)
    return isKnown ? this.#inTurn(origin, () => this.#judge(origin, body)) : this.#judge(origin, body)
  }

  /** What was signed last of a log, by the hash of its name. */
  checkpoint(hash: string): string | undefined {
    return this.#files.noteByHash(hash)
  }

  async #judge(origin: string, body: string): Promise<WitnessAnswer> {
    const judgement = await judgeCheckpoint(body, {
      keysOf: (name) => this.#keysOf(name),
      lastOf: async (name) => this.#lastOf(name),
    })
    if (judgement.status === 200) return { status: 200, body: await this.#sign(judgement) }
    if (judgement.status === 409) return { status: 409, body: `${judgement.size}\n` }
    if (judgement.status === 422) this.#refuse(origin, parseAddCheckpoint(body), judgement)
    return { status: judgement.status, body: `${judgement.reason}\n` }
  }

  /**
   * Keeps what a log signed and the witness did not. A proof that is none says nothing by itself: anybody can send a checkpoint that the log
   * published with a proof of their own.
   */
  #refuse(origin: string, { oldSize, proof }: AddCheckpoint, { reason, note }: Refused): void {
    const last = this.#lastOf(origin)
    const { size, root } = parseCheckpoint(note.text)
    const isSameSize = size === (last?.size ?? 0)
    if (last && isSameSize && equalBytes(root, last.root)) return
    const checkpoint = formatNote(this.#ofLog(origin, note))
    const request = formatAddCheckpoint({ oldSize, proof, checkpoint })
    const kept = this.#files.keepRefused(origin, { text: note.text, request, isProof: isSameSize })
    if (kept === 'known' || this.#said.has(note.text)) return
    this.#said.add(note.text)
    const file = kept === 'full' ? undefined : kept.file
    this.#events.refused(origin, { reason, isProof: isSameSize, file })
  }

  /** Without lines that anybody could have added. */
  #ofLog(origin: string, { text, signatures }: Note): Note {
    const keys = this.#keysOf(origin)
    return { text, signatures: signatures.filter((line) => keys.some((key) => key.keyId === line.keyId)) }
  }

  async #sign({ checkpoint, note }: Extract<Judgement, { status: 200 }>): Promise<string> {
    // A clock that was put back would make two statements that contradict each other.
    const seconds = Math.max(Math.floor(this.#nowMs() / 1000), await this.#lastSeconds(checkpoint.origin), 1)
    const signature = await this.#signer.sign(note.text, seconds)
    const { signatures } = this.#ofLog(checkpoint.origin, note)
    this.#files.keepNote(checkpoint.origin, formatNote({ text: note.text, signatures: [...signatures, signature] }))
    this.#files.forgetRefused(checkpoint.origin, note.text)
    this.#events.signed(checkpoint.origin, checkpoint)
    return formatSignature(signature)
  }

  #keysOf(origin: string): VerifierKey[] {
    return this.#logs.map(({ key }) => key).filter(({ name }) => name === origin)
  }

  #lastOf(origin: string): TreeHead | undefined {
    const note = this.#files.lastNote(origin)
    return note === undefined ? undefined : parseCheckpoint(parseNote(note).text)
  }

  async #lastSeconds(origin: string): Promise<number> {
    const note = this.#files.lastNote(origin)
    if (note === undefined) return 0
    const { text, signatures } = parseNote(note)
    const own = signatures.filter(({ name, keyId }) => name === this.key.name && keyId === this.key.keyId)
    const lines = own.map(formatSignature).join('')
    return (await readCosignatures(text, lines, [this.key]))[0]?.seconds ?? 0
  }

  async #inTurn<Result>(origin: string, work: () => Promise<Result>): Promise<Result | undefined> {
    const turn = this.#turns.get(origin) ?? { waiting: 0, last: Promise.resolve() }
    if (turn.waiting >= MOST_WAITING) return undefined
    turn.waiting += 1
    const mine = turn.last.then(work, work)
    turn.last = mine
    this.#turns.set(origin, turn)
    try {
      return await mine
    } finally {
      turn.waiting -= 1
    }
  }
}

export type WitnessServices = {
  files: WitnessFiles
  /** Whose checkpoints it signs. */
  logs: Policy['logs']
  events: WitnessEvents
  nowMs?: () => number
}

/** The name that a request gives, before anything is checked. */
function originIn(body: string): string {
  const end = body.indexOf('\n\n')
  return end < 0 ? '' : (body.slice(end + 2).split('\n', 1)[0] ?? '')
}
