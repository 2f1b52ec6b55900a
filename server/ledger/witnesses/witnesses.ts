import { isWitnessed } from '#ledger/notes/policy.ts'
import { readNodesFromTiles } from '#ledger/tree/tile.ts'
import { type Clock, secondsOf } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { LedgerReader } from '../ledger-reader.ts'
import { findCurrentAnchor, newestCheckpoint } from '../logs.sql.ts'
import { askMirror } from './ask-mirror.ts'
import { askWitness, type NotSigned, type Offered } from './ask-witness.ts'
import type { AskedWitness, WitnessSettings } from './witness-settings.ts'
import {
  lastSigned,
  recordRefusal,
  saveCosignatures,
  saveShown,
  signedBy,
  witnessedAge,
  witnessId,
} from './witnesses.sql.ts'

/** A log that does not grow is signed again, so that its newest cosignatures are never older. */
const REFRESH_SECONDS = 1_800
const RETRY_MS = 5_000
const LONGEST_RETRY_MS = 300_000
/** Without a quorum for longer, something is wrong. */
const LATE_SECONDS = 3_600

type Log = { error: (details: object, message: string) => void; warn: (details: object, message: string) => void }
/** A mirror may take long, and witnesses do not wait for it. */
export type Asked = 'witnesses' | 'mirrors' | 'all'

export type Signing = Pick<AskedWitness, 'name' | 'url' | 'keepsEntries'> & {
  /** Undefined for who never signed. */
  readonly last: { readonly size: number; readonly seconds: number } | undefined
}

type Trouble = { readonly problem: NotSigned; readonly tries: number; readonly againAtMs: number }

export type WitnessesServices = { database: Database; clock: Clock; reader: LedgerReader; settings: WitnessSettings }

/** Has the anchor log signed by independent witnesses, who each keep what they signed before. */
export class Witnesses {
  readonly #database: Database
  readonly #clock: Clock
  readonly #reader: LedgerReader
  readonly #settings: WitnessSettings
  readonly #troubles = new Map<AskedWitness, Trouble>()
  /** When each signed last, by our own clock: that of a witness may be wrong. */
  readonly #signed = new Map<AskedWitness, { size: number; atMs: number }>()

  constructor({ database, clock, reader, settings }: WitnessesServices) {
    this.#database = database
    this.#clock = clock
    this.#reader = reader
    this.#settings = settings
  }

  /** What readers were shown already stays shown, also where nobody signed it. */
  async begin(): Promise<void> {
    const anchor = await findCurrentAnchor(this.#database)
    const newest = anchor && (await newestCheckpoint(this.#database, anchor.id))
    if (anchor && newest) await saveShown(this.#database, anchor.id, newest.size, { isWitnessed: false })
  }

  /** Asks each witness and mirror that has not signed the newest checkpoint. */
  async askAll(log: Log, whom: Asked = 'all'): Promise<void> {
    const anchor = await findCurrentAnchor(this.#database)
    const newest = anchor && (await newestCheckpoint(this.#database, anchor.id))
    if (!anchor || !newest) return
    const offered = {
      size: newest.size,
      note: newest.note,
      read: readNodesFromTiles(newest.size, (tile) => this.#reader.tile(anchor.id, tile)),
      bundle: (index: number, width: number) => this.#reader.entries(anchor.id, { index, width }),
    }
    const asked = this.#settings.asked.filter(
      ({ keepsEntries }) => whom === 'all' || keepsEntries === (whom === 'mirrors'),
    )
    const signed = await Promise.all(asked.map((witness) => this.#ask(witness, anchor.id, offered, log)))
    if (signed.some(Boolean)) await this.#count(anchor.id, newest.size)
  }

  /** Who is asked, and what each signed last. */
  async signings(): Promise<Signing[]> {
    const anchor = await findCurrentAnchor(this.#database)
    return Promise.all(
      this.#settings.asked.map(async ({ name, url, keys, keepsEntries }) => ({
        name,
        url,
        keepsEntries,
        last: anchor && (await lastSigned(this.#database, anchor.id, keys.map(witnessId))),
      })),
    )
  }

  /** @returns false while too few have signed for an hour. */
  async isCurrent(): Promise<boolean> {
    const anchor = await findCurrentAnchor(this.#database)
    if (!anchor) return true
    const age = await witnessedAge(this.#database, anchor.id)
    return age === undefined
      ? this.#clock.nowMs() - anchor.createdAt.getTime() < LATE_SECONDS * 1_000
      : age < LATE_SECONDS
  }

  /** @returns whether it signed something now. */
  async #ask(witness: AskedWitness, logId: string, offered: Offered, log: Log): Promise<boolean> {
    const trouble = this.#troubles.get(witness)
    if (trouble && trouble.againAtMs > this.#clock.elapsedMs()) return false
    const last = await lastSigned(this.#database, logId, witness.keys.map(witnessId))
    if (last && last.size >= offered.size && this.#isFresh(witness, last)) return false

    const known = { lastSize: last?.size ?? 0, nowSeconds: secondsOf(this.#clock) }
    const answer = await (witness.keepsEntries ? askMirror : askWitness)(witness, offered, known)
    // It continues in the next turn.
    if ('next' in answer) return false
    if ('problem' in answer) {
      // Another server of ours had it sign what came meanwhile.
      const newest = answer.signedSize === undefined ? undefined : await newestCheckpoint(this.#database, logId)
      if (newest && newest.size >= (answer.signedSize ?? 0)) return false
      await this.#report(witness, answer, log)
      return false
    }
    await saveCosignatures(this.#database, logId, offered.size, answer.cosignatures)
    this.#troubles.delete(witness)
    this.#signed.set(witness, { size: offered.size, atMs: this.#clock.elapsedMs() })
    return true
  }

  #isFresh(witness: AskedWitness, last: { size: number; seconds: number }): boolean {
    if (secondsOf(this.#clock) - last.seconds < REFRESH_SECONDS) return true
    const signed = this.#signed.get(witness)
    return signed?.size === last.size && this.#clock.elapsedMs() - signed.atMs < REFRESH_SECONDS * 1_000
  }

  async #count(logId: string, size: number): Promise<void> {
    const signed = await signedBy(this.#database, logId, size)
    const keys = this.#settings.policy.witnesses.map(({ key }) => key).filter((key) => signed.has(witnessId(key)))
    if (isWitnessed(this.#settings.policy, keys)) await saveShown(this.#database, logId, size, { isWitnessed: true })
  }

  /** Said once, until it is another problem. */
  async #report(witness: AskedWitness, problem: NotSigned, log: Log): Promise<void> {
    const before = this.#troubles.get(witness)
    const tries = (before?.tries ?? 0) + 1
    const waitMs = Math.min(RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS)
    this.#troubles.set(witness, { problem, tries, againAtMs: this.#clock.elapsedMs() + waitMs })
    if (before?.problem.problem === problem.problem) return
    const details = { witness: witness.name, url: witness.url }
    const who = `a ${witness.keepsEntries ? 'mirror' : 'witness'} of the ledger`
    if (!problem.isRefusal) return log.warn(details, `${who} has not signed: ${problem.problem}`)
    log.error(details, `${who} refuses to sign: ${problem.problem}`)
    if (!before?.problem.isRefusal) await recordRefusal(this.#database, witness.name, problem.problem)
  }
}
