import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from '#crypto/bytes.ts'
import { fromBase64Url, fromUtf8, toBase64Url, toHex, utf8 } from '#crypto/encoding.ts'
import { canonicalJson, type Json, parseCanonicalJson } from '#crypto/statements/canonical-json.ts'
import { LedgerError } from '../errors.ts'
import { type Group, GROUPS, type Opening } from '../events/entry.ts'
import { formatTlogProof, parseTlogProof } from '../log/tlog-proof.ts'
import { fromBase64, toBase64 } from '../notes/base64.ts'
import { type Hash, HASH_BYTES } from '../tree/hash.ts'

/** An event as evidence shows it. */
export type EvidenceEvent = {
  readonly index: number
  /** The bytes that the log holds. */
  readonly entry: Bytes
  /** What the exporter could read of it, and decided to show. */
  readonly shown: { readonly [group in Group]?: Opening }
  /** From the entry up to the root of the log's checkpoint. */
  readonly proof: readonly Hash[]
}

/** What the anchor log says of a log. */
export type EvidenceAnchoring = {
  readonly index: number
  readonly entry: Bytes
  readonly proof: readonly Hash[]
  /** That the log begins with the tree which the entry names. */
  readonly consistency: readonly Hash[]
}

export type EvidenceLog = {
  /** The note, as it was signed. */
  readonly checkpoint: string
  /** Undefined for a log that the anchor log does not name yet. */
  readonly anchored: EvidenceAnchoring | undefined
  readonly events: readonly EvidenceEvent[]
}

/** Events and all that proves them, to be checked without a network. */
export type Evidence = {
  /** Milliseconds since 1970, by the clock of the exporter: nothing vouches for it. */
  readonly madeAt: number
  /** Keys and witnesses that the exporter trusts. */
  readonly policy: string
  /** Checkpoint of the anchor log, with the signatures of its witnesses. */
  readonly anchor: string | undefined
  readonly logs: readonly EvidenceLog[]
}

/** Files by their path in the archive. */
export type EvidenceParts = ReadonlyMap<string, Uint8Array>

/** Files that a bundle may carry besides: they explain and check it, and prove nothing. */
const EVIDENCE_TOOLS = ['README.txt', 'verify-evidence.mjs', 'evidence-formats.mjs', 'verify.html'] as const
export type EvidenceTools = Partial<Record<(typeof EVIDENCE_TOOLS)[number], string>>

const VERSION = 1
const MANIFEST = 'manifest.json'
const POLICY = 'policy.txt'
const ANCHOR = 'anchor/checkpoint.txt'
const logFolder = (at: number): string => `logs/${at + 1}`

export function writeEvidence({ madeAt, policy, anchor, logs }: Evidence, tools: EvidenceTools = {}): EvidenceParts {
  const parts = new Map<string, Uint8Array>([[POLICY, utf8(policy)]])
  if (anchor !== undefined) parts.set(ANCHOR, utf8(anchor))
  for (const [at, log] of logs.entries()) writeLog(parts, logFolder(at), log, anchor)
  for (const [path, text] of Object.entries(tools)) parts.set(path, utf8(text))
  return new Map([[MANIFEST, utf8(writeManifest(madeAt, parts))], ...parts])
}

/** What is in the archive, each file with its hash. */
export const writeManifest = (madeAt: number, parts: EvidenceParts): string =>
  canonicalJson({
    v: VERSION,
    made: madeAt,
    files: Object.fromEntries([...parts].map(([path, bytes]) => [path, toHex(sha256(bytes))])),
  })

function writeLog(
  parts: Map<string, Uint8Array>,
  folder: string,
  { checkpoint, anchored, events }: EvidenceLog,
  anchor: string | undefined,
): void {
  parts.set(`${folder}/checkpoint.txt`, utf8(checkpoint))
  if (anchored && anchor !== undefined) {
    const { entry, index, proof, consistency } = anchored
    parts.set(`${folder}/anchor.entry.json`, entry)
    parts.set(`${folder}/anchor.tlog-proof`, utf8(formatTlogProof({ index, proof, checkpoint: anchor })))
    parts.set(`${folder}/consistency.txt`, utf8(consistency.map((hash) => `${toBase64(hash)}\n`).join('')))
  }
  for (const { index, entry, shown, proof } of events) {
    const base = `${folder}/events/${index}`
    parts.set(`${base}.entry.json`, entry)
    parts.set(`${base}.shown.json`, utf8(writeShown(shown)))
    parts.set(`${base}.tlog-proof`, utf8(formatTlogProof({ index, proof, checkpoint })))
  }
}

const writeShown = (shown: EvidenceEvent['shown']): string =>
  canonicalJson(
    Object.fromEntries(
      GROUPS.flatMap((group) => {
        const opening = shown[group]
        return opening ? [[group, { salt: toBase64Url(opening.salt), text: opening.text }] as const] : []
      }),
    ),
  )

/**
 * Reads what `writeEvidence` writes. Nothing of it is proved then: `verifyEvidence` does that.
 *
 * @throws {LedgerError} `malformed`, naming the first file that is missing, was changed, is not where it belongs, or is too much.
 */
export function readEvidence(parts: EvidenceParts): Evidence {
  const { madeAt, files } = readManifest(parts)
  for (const path of parts.keys()) {
    if (path !== MANIFEST && !files.has(path)) throw malformed(`${path} does not belong to the bundle`)
  }
  for (const [path, hash] of files) {
    const bytes = parts.get(path)
    if (!bytes) throw malformed(`${path} is missing`)
    if (toHex(sha256(bytes)) !== hash) throw malformed(`${path} was changed`)
  }
  const reader = new PartReader(parts)
  const policy = reader.text(POLICY)
  const anchor = parts.has(ANCHOR) ? reader.text(ANCHOR) : undefined
  const logs: EvidenceLog[] = []
  while (parts.has(`${logFolder(logs.length)}/checkpoint.txt`)) {
    logs.push(readLog(reader, logFolder(logs.length), anchor))
  }
  reader.requireEnd()
  if (logs.length === 0) throw malformed('the bundle holds no log')
  return { madeAt, policy, anchor, logs }
}

function readManifest(parts: EvidenceParts): { madeAt: number; files: Map<string, string> } {
  const bytes = parts.get(MANIFEST)
  if (!bytes) throw malformed(`${MANIFEST} is missing: this is no bundle of evidence`)
  return orMalformed(MANIFEST, () => {
    const { v, made, files, ...others } = record(parseCanonicalJson(fromUtf8(bytes)))
    if (typeof v === 'number' && v > VERSION) throw malformed('the bundle is of a later version')
    if (v !== VERSION || typeof made !== 'number' || made < 0 || Object.keys(others).length > 0) throw malformed('')
    return { madeAt: made, files: new Map(Object.entries(record(files)).map(([path, hash]) => [path, word(hash)])) }
  })
}

function readLog(reader: PartReader, folder: string, anchor: string | undefined): EvidenceLog {
  const checkpoint = reader.text(`${folder}/checkpoint.txt`)
  const events = reader
    .pathsIn(`${folder}/events/`, '.entry.json')
    .map((path): EvidenceEvent => readEvent(reader, path.slice(0, -'.entry.json'.length), checkpoint))
  if (events.length === 0) throw malformed(`${folder} holds no event`)
  return { checkpoint, anchored: readAnchoring(reader, folder, anchor), events }
}

function readEvent(reader: PartReader, base: string, checkpoint: string): EvidenceEvent {
  const { index, proof } = reader.proof(`${base}.tlog-proof`, checkpoint)
  if (!base.endsWith(`/events/${index}`)) throw malformed(`${base}.tlog-proof is not where it belongs`)
  return { index, proof, entry: reader.bytes(`${base}.entry.json`), shown: reader.shown(`${base}.shown.json`) }
}

function readAnchoring(reader: PartReader, folder: string, anchor: string | undefined): EvidenceAnchoring | undefined {
  if (anchor === undefined || !reader.has(`${folder}/anchor.entry.json`)) return undefined
  const { index, proof } = reader.proof(`${folder}/anchor.tlog-proof`, anchor)
  return {
    index,
    proof,
    entry: reader.bytes(`${folder}/anchor.entry.json`),
    consistency: reader.hashes(`${folder}/consistency.txt`),
  }
}

/** Knows which files were read: nothing else may be there. */
class PartReader {
  readonly #parts: EvidenceParts
  readonly #unread: Set<string>

  constructor(parts: EvidenceParts) {
    this.#parts = parts
    const others = new Set<string>([MANIFEST, ...EVIDENCE_TOOLS])
    this.#unread = new Set([...parts.keys()].filter((path) => !others.has(path)))
  }

  has(path: string): boolean {
    return this.#parts.has(path)
  }

  bytes(path: string): Bytes {
    const bytes = this.#parts.get(path)
    if (!bytes) throw malformed(`${path} is missing`)
    this.#unread.delete(path)
    return new Uint8Array(bytes)
  }

  text(path: string): string {
    const bytes = this.bytes(path)
    return orMalformed(path, () => fromUtf8(bytes))
  }

  /** Of the tree that a checkpoint names. */
  proof(path: string, checkpoint: string): { index: number; proof: readonly Hash[] } {
    const text = this.text(path)
    const read = orMalformed(path, () => parseTlogProof(text))
    if (read.extra) throw malformed(`${path} cannot be read`)
    if (read.checkpoint !== checkpoint) throw malformed(`${path} has another checkpoint than its log`)
    return read
  }

  hashes(path: string): Hash[] {
    const text = this.text(path)
    return orMalformed(path, () => {
      const lines = text.split('\n')
      const hashes = lines.slice(0, -1).map(fromBase64)
      if (lines.at(-1) !== '' || hashes.some(({ length }) => length !== HASH_BYTES)) throw malformed('')
      return hashes
    })
  }

  shown(path: string): EvidenceEvent['shown'] {
    const text = this.text(path)
    return orMalformed(path, () => {
      const groups = Object.entries(record(parseCanonicalJson(text))).map(([group, opening]) => {
        const { salt, text: shown, ...others } = record(opening)
        if (!GROUPS.some((known) => known === group) || Object.keys(others).length > 0) throw malformed('')
        return [group, { salt: fromBase64Url(word(salt)), text: word(shown) }] as const
      })
      return Object.fromEntries(groups)
    })
  }

  /** By number. */
  pathsIn(folder: string, end: string): string[] {
    const numberOf = (path: string): number => Number(path.slice(folder.length, -end.length))
    return [...this.#unread]
      .filter((path) => path.startsWith(folder) && path.endsWith(end))
      .toSorted((a, b) => numberOf(a) - numberOf(b))
  }

  requireEnd(): void {
    const [path] = this.#unread
    if (path !== undefined) throw malformed(`${path} does not belong to the bundle`)
  }
}

function record(value: Json | undefined): Readonly<Record<string, Json>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed('')
  return value as Readonly<Record<string, Json>>
}

function word(value: Json | undefined): string {
  if (typeof value !== 'string') throw malformed('')
  return value
}

/** Every error in a file becomes the one that names it, but for those that say more. */
function orMalformed<Read>(path: string, read: () => Read): Read {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof LedgerError && cause.message.startsWith('the bundle')) throw cause
    throw new LedgerError('malformed', `${path} cannot be read`, { cause })
  }
}

const malformed = (text: string): LedgerError => new LedgerError('malformed', text)
