import path from 'node:path'
import { systemRandom } from '#crypto/primitives/random.ts'
import { LedgerError } from '#ledger/errors.ts'
import {
  type AddEntries,
  formatMirrorInfo,
  MOST_PACKAGES,
  packagesOf,
  readAddEntries,
  readPackage,
} from '#ledger/mirror/add-entries.ts'
import { ByteReader } from '#ledger/mirror/byte-reader.ts'
import type { Note } from '#ledger/notes/note.ts'
import type { Policy } from '#ledger/notes/policy.ts'
import { mlDsaCosigner, type NoteSigner } from '#ledger/notes/sign.ts'
import { TILE_WIDTH } from '#ledger/tree/tile.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import { judgeCheckpoint } from '#ledger/witness/judge-checkpoint.ts'
import { type Refused, Refusals, signedBy } from '../witness/refusals.ts'
import { Turns } from '../witness/turns.ts'
import { hashOf, type WitnessFiles } from '../witness/witness-files.ts'
import { originIn } from '../witness/witness.ts'
import { openEnded } from './ended-logs.ts'
import { LogCopy, NoRoomError, type Room } from './log-copy.ts'
import { type Known, MirroredLog } from './mirrored-log.ts'

/** A status of the protocol, and 503 and 507 where this mirror cannot take more now. */
export type MirrorAnswer = {
  readonly status: 200 | 202 | 400 | 403 | 404 | 409 | 422 | 503 | 507
  readonly body: string
  /** Of the body, where it is for programs. */
  readonly type?: 'text/x.tlog.size' | 'text/x.tlog.mirror-info'
}

export type MirrorEvents = { readonly signed: (origin: string, head: TreeHead) => void; readonly refused: Refused }

export type MirrorServices = {
  files: WitnessFiles
  /** Under this folder the copies lie. */
  folder: string
  /** Bytes that all copies may take. */
  mostBytes: number
  logs: Policy['logs']
  events: MirrorEvents
  nowMs?: () => number
}

/** Entries that are there already may be sent again, but not for ever. */
const MOST_EXCESS = MOST_PACKAGES * TILE_WIDTH
const BUSY: MirrorAnswer = { status: 503, body: 'busy\n' }

/** Keeps logs, and signs what it keeps. @see c2sp.org/tlog-mirror */
export class Mirror {
  readonly #signer: NoteSigner
  readonly #logs: ReadonlyMap<string, MirroredLog>
  /** By the hash of their names: also logs that the policy does not name any more. */
  readonly #shown: ReadonlyMap<string, MirroredLog>
  readonly #events: MirrorEvents
  readonly #refusals: Refusals
  readonly #turns = new Turns()
  readonly #nowMs: () => number

  private constructor(signer: NoteSigner, { logs, ended }: Opened, services: MirrorServices) {
    this.#signer = signer
    this.#logs = new Map(logs.map((log) => [log.origin, log]))
    this.#shown = new Map([...logs, ...ended].map((log) => [hashOf(log.origin), log]))
    this.#events = services.events
    this.#refusals = new Refusals(services.files, services.events.refused)
    this.#nowMs = services.nowMs ?? Date.now
  }

  /** @throws {CommandError} for a copy that was damaged. */
  static async open(services: MirrorServices & { name: string; seed: Uint8Array }): Promise<Mirror> {
    const signer = await mlDsaCosigner(services.name, services.seed, systemRandom)
    const room: Room = { used: 0, mostBytes: services.mostBytes }
    const copies = path.join(services.folder, 'copies')
    const logs: MirroredLog[] = []
    for (const origin of new Set(services.logs.map(({ key }) => key.name))) {
      const keys = services.logs.map(({ key }) => key).filter(({ name }) => name === origin)
      const copy = new LogCopy(path.join(copies, hashOf(origin)), room)
      logs.push(await MirroredLog.open({ origin, keys, copy, signer }))
    }
    const named = new Set(logs.map(({ origin }) => hashOf(origin)))
    return new Mirror(signer, { logs, ended: await openEnded(copies, named, { signer, room }) }, services)
  }

  get key(): NoteSigner['key'] {
    return this.#signer.key
  }

  /** The checkpoint up to which a log is kept, by the hash of its name. */
  checkpoint(hash: string): string | undefined {
    return this.#shown.get(hash)?.signed?.note
  }

  /** A tile or bundle of what is kept. */
  read(hash: string, address: string): Uint8Array | undefined {
    return this.#shown.get(hash)?.read(address)
  }

  /** Takes entries up to a checkpoint from now on. Nothing is signed for that. */
  async addCheckpoint(body: string): Promise<MirrorAnswer> {
    const log = this.#logs.get(originIn(body))
    const answer = log
      ? await this.#turns.take(log.origin, () => this.#judge(log, body))
      : await this.#judge(undefined, body)
    return answer ?? BUSY
  }

  /** Takes entries, package by package as they arrive, and signs when the last one is there. */
  async addEntries(pieces: AsyncIterable<Uint8Array>): Promise<MirrorAnswer> {
    const bytes = new ByteReader(pieces)
    const request = await orEnded(readAddEntries(bytes))
    if (!request || request === 'malformed') return { status: 400, body: 'this is no request to a mirror\n' }
    const log = this.#logs.get(request.origin)
    if (!log) return { status: 404, body: 'unknown log\n' }
    if (!log.newest) return { status: 422, body: 'a checkpoint comes first\n' }
    const known = takenBy(log, request)
    if (!known) return conflict(log, log.newest)
    if (request.start > log.next || Math.min(request.end, log.next) - request.start > MOST_EXCESS) {
      return conflict(log, known)
    }
    try {
      return await this.#take(log, { request, known, bytes })
    } catch (error) {
      if (error instanceof NoRoomError) return noRoom(error)
      throw error
    }
  }

  async #take(log: MirroredLog, { request, known, bytes }: Taking): Promise<MirrorAnswer> {
    let [taken, at] = [0, request.start]
    for (const range of packagesOf(request)) {
      if (taken === MOST_PACKAGES) break
      const sent = await orEnded(readPackage(bytes, range.end - range.start))
      if (!sent) break
      const kept = sent === 'malformed' ? 'bad_proof' : log.keep(range, sent, known)
      if (kept === 'missing') return conflict(log, known)
      if (kept === 'bad_proof') {
        return { status: 422, body: `entries from ${range.start} on are not those of the checkpoint\n` }
      }
      taken += 1
      at = range.end
    }
    if (at < request.end && taken === 0) return { status: 400, body: 'no whole package of entries\n' }
    if (at < request.end) return { ...conflict(log, known), status: 202 }

    const signed = await this.#turns.take(log.origin, async () => ({ line: await log.sign(known, this.#nowMs()) }))
    if (!signed) return BUSY
    if (signed.line === undefined) return conflict(log, log.newest ?? known)
    this.#events.signed(log.origin, known.head)
    return { status: 200, body: signed.line }
  }

  async #judge(log: MirroredLog | undefined, body: string): Promise<MirrorAnswer> {
    const judgement = await judgeCheckpoint(body, {
      keysOf: (origin) => (origin === log?.origin ? log.keys : []),
      lastOf: async () => log?.newest?.head,
    })
    if (log && judgement.status === 200) return this.#pend(log, judgement.note)
    if (log && judgement.status === 422)
      this.#refusals.keep(body, judgement, { keys: log.keys, last: log.newest?.head })
    if (judgement.status === 409) return { status: 409, body: `${judgement.size}\n`, type: 'text/x.tlog.size' }
    return judgement.status === 200
      ? { status: 404, body: 'unknown log\n' }
      : { status: judgement.status, body: `${judgement.reason}\n` }
  }

  #pend(log: MirroredLog, note: Note): MirrorAnswer {
    try {
      log.pend(signedBy(log.keys, note))
    } catch (error) {
      if (error instanceof NoRoomError) return noRoom(error)
      throw error
    }
    this.#refusals.forget(log.origin, note)
    return { status: 200, body: '' }
  }
}

type Opened = { readonly logs: readonly MirroredLog[]; readonly ended: readonly MirroredLog[] }
type Taking = { readonly request: AddEntries; readonly known: Known; readonly bytes: ByteReader }

/** The checkpoint up to which entries are sent; undefined for one that the mirror does not know, or that it is beyond. */
function takenBy(log: MirroredLog, { end }: AddEntries): Known | undefined {
  return end < (log.signed?.head.size ?? 0) ? undefined : log.known(end)
}

function conflict(log: MirroredLog, { head }: Known): MirrorAnswer {
  const body = formatMirrorInfo({ size: head.size, next: log.next, ticket: new Uint8Array() })
  return { status: 409, body, type: 'text/x.tlog.mirror-info' }
}

const noRoom = (error: NoRoomError): MirrorAnswer => ({ status: 507, body: `no room: ${error.message}\n` })

/** What is sent may end anywhere, also with an error of the connection: what arrived before that counts. */
async function orEnded<Sent>(sent: Promise<Sent>): Promise<Sent | 'malformed' | undefined> {
  try {
    return await sent
  } catch (error) {
    return error instanceof LedgerError ? 'malformed' : undefined
  }
}
