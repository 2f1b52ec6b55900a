import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { parseMirrorInfo } from '#ledger/mirror/add-entries.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import type { NoteSigner } from '#ledger/notes/sign.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { memoryLog } from '#ledger/testing/memory-log.ts'
import { uploadOf } from '#ledger/testing/mirror-upload.ts'
import { logSigners, signedCheckpoint } from '#ledger/testing/signed-log.ts'
import { readEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { rootOfSize } from '#ledger/tree/node.ts'
import { proveConsistency } from '#ledger/tree/prove.ts'
import { entriesPath, readNodesFromTiles, tilePath } from '#ledger/tree/tile.ts'
import { formatAddCheckpoint } from '#ledger/witness/add-checkpoint.ts'
import { readWitnessing, type Witnessing } from '#ledger/witness/cosignatures.ts'
import { Mirror, type MirrorAnswer, type MirrorServices } from '../../cli/mirror/mirror.ts'
import { hashOf, WitnessFiles } from '../../cli/witness/witness-files.ts'
import { shortLivedFolder } from './short-lived.ts'

export const ORIGIN = 'vault.example/audit/anchor'
export const HASH = hashOf(ORIGIN)
export const NOW = 1_790_000_000
export const log = memoryLog(700)
/** With another entry 5. */
export const forked = memoryLog(700, 5)

type Log = typeof log
/** The status of an answer, and how far the mirror says that it is. */
type Sent = { readonly status: MirrorAnswer['status']; readonly size?: number; readonly next?: number }

/** A mirror in a folder of its own, and the log that it keeps. */
export class MirrorStage {
  readonly folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-mirror-'))
  readonly refused: string[] = []
  nowMs = NOW * 1000
  readonly #signers: [NoteSigner, NoteSigner]
  #mirror: Mirror | undefined

  private constructor(signers: [NoteSigner, NoteSigner]) {
    this.#signers = signers
  }

  static async open(): Promise<MirrorStage> {
    const stage = new MirrorStage(await logSigners(ORIGIN))
    await stage.restart()
    return stage
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true })
  }

  get mirror(): Mirror {
    if (!this.#mirror) throw new Error('no mirror')
    return this.#mirror
  }

  /** As after a start of the program. */
  async restart(more: Partial<MirrorServices> = {}): Promise<void> {
    const files = new WitnessFiles(this.folder, 'mirror')
    const { logs } = parsePolicy(`${this.#keysOfLog}quorum none\n`)
    const events = { signed: () => undefined, refused: (origin: string) => void this.refused.push(origin) }
    const services = { files, folder: this.folder, logs, events, mostBytes: 1e9, nowMs: () => this.nowMs, ...more }
    this.#mirror = await Mirror.open({ ...files.key('mirror.example/1'), ...services })
  }

  get #keysOfLog(): string {
    return this.#signers.map(({ key }) => `log ${formatVerifierKey(key)}\n`).join('')
  }

  checkpoint(size: number, of: Log = log): Promise<string> {
    return signedCheckpoint(ORIGIN, { size, root: of.rootOf(size) }, this.#signers, NOW)
  }

  async pend(oldSize: number, size: number, of: Log = log): Promise<MirrorAnswer> {
    const proof = await proveConsistency(oldSize, size, of.read)
    return this.mirror.addCheckpoint(
      formatAddCheckpoint({ oldSize, proof, checkpoint: await this.checkpoint(size, of) }),
    )
  }

  async send(start: number, end: number, { most, of = log }: { most?: number; of?: Log } = {}): Promise<Sent> {
    const { status, body, type } = await this.mirror.addEntries(
      inPieces(await uploadOf(of, { origin: ORIGIN, start, end }, most)),
    )
    return type === 'text/x.tlog.mirror-info' ? { status, ...parseMirrorInfo(body) } : { status }
  }

  /** What the mirror signed of what it shows. */
  witnessing(): Promise<Witnessing> {
    const policy = `${this.#keysOfLog}witness M ${formatVerifierKey(this.mirror.key)}\nquorum M\n`
    return readWitnessing(this.mirror.checkpoint(HASH) ?? '', parsePolicy(policy))
  }

  /** What it shows leads to the checkpoint that it shows, entry for entry, and is signed by it. */
  async expectWhole(size: number): Promise<void> {
    const note = this.mirror.checkpoint(HASH) ?? ''
    expect(note.split('\n').slice(0, 3)).toEqual((await this.checkpoint(size)).split('\n').slice(0, 3))
    expect((await this.witnessing()).isEnough).toBe(true)
    const read = readNodesFromTiles(size, async (tile) => this.mirror.read(HASH, tilePath(tile)) ?? new Uint8Array())
    expect(await rootOfSize(size, read)).toEqual(log.rootOf(size))
    for (let bundle = 0; bundle * 256 < size; bundle++) {
      const width = Math.min(256, size - bundle * 256)
      const bytes = this.mirror.read(HASH, entriesPath(bundle, width)) ?? new Uint8Array()
      expect(readEntryBundle(bytes, width)).toEqual(log.entries.slice(bundle * 256, bundle * 256 + width))
      const more = width < 256 && this.mirror.read(HASH, entriesPath(bundle, width + 1))
      expect(more || undefined, 'no more than it vouches for').toBeUndefined()
    }
  }
}

export async function* inPieces(bytes: Uint8Array, pieceBytes = 1_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}
