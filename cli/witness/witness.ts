import { systemRandom } from '#crypto/primitives/random.ts'
import { parseCheckpoint } from '#ledger/notes/checkpoint.ts'
import { formatNote, formatSignature, parseNote } from '#ledger/notes/note.ts'
import type { Policy } from '#ledger/notes/policy.ts'
import { mlDsaCosigner, type NoteSigner } from '#ledger/notes/sign.ts'
import { readCosignatures } from '#ledger/witness/cosignatures.ts'
import type { VerifierKey } from '#ledger/notes/verifier-key.ts'
import { judgeCheckpoint, type Judgement } from '#ledger/witness/judge-checkpoint.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import type { WitnessFiles } from './witness-files.ts'

/** What a witness answers to a request. */
export type WitnessAnswer = { readonly status: Judgement['status']; readonly body: string }

/** Requests for one log that wait for their turn. */
const MOST_WAITING = 32

export type WitnessEvents = {
  readonly signed: (origin: string, head: TreeHead) => void
  /** @param file where the request is kept; undefined when there are many already. */
  readonly refused: (origin: string, reason: string, file: string | undefined) => void
}

/** Signs checkpoints of logs, each only if it continues what was signed before. @see c2sp.org/tlog-witness */
export class Witness {
  readonly #files: WitnessFiles
  readonly #signer: NoteSigner
  readonly #logs: Policy['logs']
  readonly #events: WitnessEvents
  readonly #nowMs: () => number
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
    if (judgement.status === 422) {
      this.#events.refused(origin, judgement.reason, this.#files.keepRefused(origin, body))
    }
    return { status: judgement.status, body: `${judgement.reason}\n` }
  }

  async #sign({ checkpoint, note }: Extract<Judgement, { status: 200 }>): Promise<string> {
    // A clock that was put back would make two statements that contradict each other.
    const seconds = Math.max(Math.floor(this.#nowMs() / 1000), await this.#lastSeconds(checkpoint.origin), 1)
    const signature = await this.#signer.sign(note.text, seconds)
    const logKeys = this.#keysOf(checkpoint.origin)
    const own = note.signatures.filter(({ keyId }) => logKeys.some((key) => key.keyId === keyId))
    this.#files.keepNote(checkpoint.origin, formatNote({ text: note.text, signatures: [...own, signature] }))
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
