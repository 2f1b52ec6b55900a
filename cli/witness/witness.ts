import { systemRandom } from '#crypto/primitives/random.ts'
import { parseCheckpoint } from '#ledger/notes/checkpoint.ts'
import { formatNote, formatSignature, parseNote } from '#ledger/notes/note.ts'
import type { Policy } from '#ledger/notes/policy.ts'
import { mlDsaCosigner, type NoteSigner } from '#ledger/notes/sign.ts'
import type { VerifierKey } from '#ledger/notes/verifier-key.ts'
import { judgeCheckpoint, type Judgement } from '#ledger/witness/judge-checkpoint.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import { cosign } from './cosign.ts'
import { type Refused, Refusals, signedBy } from './refusals.ts'
import { Turns } from './turns.ts'
import type { WitnessFiles } from './witness-files.ts'

/** What a witness answers to a request. */
export type WitnessAnswer = { readonly status: Judgement['status']; readonly body: string }

export type WitnessEvents = {
  readonly signed: (origin: string, head: TreeHead) => void
  readonly refused: Refused
}

/** Signs checkpoints of logs, each only if it continues what was signed before. @see c2sp.org/tlog-witness */
export class Witness {
  readonly #files: WitnessFiles
  readonly #signer: NoteSigner
  readonly #logs: Policy['logs']
  readonly #events: WitnessEvents
  readonly #nowMs: () => number
  readonly #refusals: Refusals
  readonly #turns = new Turns()

  private constructor(signer: NoteSigner, services: WitnessServices) {
    this.#signer = signer
    this.#files = services.files
    this.#logs = services.logs
    this.#events = services.events
    this.#nowMs = services.nowMs ?? Date.now
    this.#refusals = new Refusals(services.files, services.events.refused)
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
    return isKnown ? this.#turns.take(origin, () => this.#judge(origin, body)) : this.#judge(origin, body)
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
    if (judgement.status === 422) {
      this.#refusals.keep(body, judgement, { keys: this.#keysOf(origin), last: this.#lastOf(origin) })
    }
    return { status: judgement.status, body: `${judgement.reason}\n` }
  }

  async #sign({ checkpoint, note }: Extract<Judgement, { status: 200 }>): Promise<string> {
    const previous = this.#files.lastNote(checkpoint.origin)
    const signature = await cosign(this.#signer, note.text, { previous, nowMs: this.#nowMs() })
    const { signatures } = signedBy(this.#keysOf(checkpoint.origin), note)
    this.#files.keepNote(checkpoint.origin, formatNote({ text: note.text, signatures: [...signatures, signature] }))
    this.#refusals.forget(checkpoint.origin, note)
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
}

export type WitnessServices = {
  files: WitnessFiles
  /** Whose checkpoints it signs. */
  logs: Policy['logs']
  events: WitnessEvents
  nowMs?: () => number
}

/** The name that a request gives, before anything is checked. */
export function originIn(body: string): string {
  const end = body.indexOf('\n\n')
  return end < 0 ? '' : (body.slice(end + 2).split('\n', 1)[0] ?? '')
}
