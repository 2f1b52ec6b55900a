import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from '#crypto/bytes.ts'
import { fromUtf8, toBase64Url, toHex, utf8 } from '#crypto/encoding.ts'
import { canonicalJson, parseCanonicalJson } from '#crypto/statements/canonical-json.ts'
import { GROUPS } from '../events/entry.ts'
import { formatTlogProof } from '../log/tlog-proof.ts'
import { toBase64 } from '../notes/base64.ts'
import type { Hash } from '../tree/hash.ts'
import { type EvidenceParts, malformed, orMalformed, PartReader, record, type Shown, word } from './part-reader.ts'

export type { EvidenceParts }

/** An event as evidence shows it. */
export type EvidenceEvent = {
  readonly index: number
  /** The bytes that the log holds. */
  readonly entry: Bytes
  /** What the exporter could read of it, and decided to show. */
  readonly shown: Shown
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
  /** What the anchor log said of it by the time of the stamp. Its proof is of the stamped tree. Undefined for a log that came later. */
  readonly stamped?: EvidenceAnchoring | undefined
  readonly events: readonly EvidenceEvent[]
}

/** That an authority outside stamped a state of the anchor log. */
export type EvidenceStamp = {
  /** The text of a checkpoint of the anchor log, without its signatures: these bytes were stamped. */
  readonly text: string
  /** The answer of the authority: a TimeStampResp of RFC 3161. */
  readonly reply: Bytes
  /** That the anchor log of the bundle begins with the stamped tree. */
  readonly consistency: readonly Hash[]
}

/** Events and all that proves them, to be checked without a network. */
export type Evidence = {
  /** Milliseconds since 1970, by the clock of the exporter: nothing vouches for it. */
  readonly madeAt: number
  /** Keys and witnesses that the exporter trusts. */
  readonly policy: string
  /** Checkpoint of the anchor log, with the signatures of its witnesses. */
  readonly anchor: string | undefined
  readonly stamp?: EvidenceStamp | undefined
  readonly logs: readonly EvidenceLog[]
}

/** Files that a bundle may carry besides: they explain and check it, and prove nothing. */
const EVIDENCE_TOOLS = ['README.txt', 'verify-evidence.mjs', 'evidence-formats.mjs', 'verify.html'] as const
export type EvidenceTools = Partial<Record<(typeof EVIDENCE_TOOLS)[number], string>>

/** A bundle with a time stamp says so: a program of before would not know its parts. */
const [PLAIN, STAMPED] = [1, 2]
const MANIFEST = 'manifest.json'
const POLICY = 'policy.txt'
const ANCHOR = 'anchor/checkpoint.txt'
const STAMP = { text: 'anchor/stamped.txt', reply: 'anchor/stamp.tsr', consistency: 'anchor/stamp-consistency.txt' }
/** As the server keeps them at most. */
const MOST_REPLY_BYTES = 65_536
const MOST_STAMPED_BYTES = 4_096
const logFolder = (at: number): string => `logs/${at + 1}`

export function writeEvidence(
  { madeAt, policy, anchor, stamp, logs }: Evidence,
  tools: EvidenceTools = {},
): EvidenceParts {
  const parts = new Map<string, Uint8Array>([[POLICY, utf8(policy)]])
  if (anchor !== undefined) parts.set(ANCHOR, utf8(anchor))
  if (stamp && anchor !== undefined) {
    parts.set(STAMP.text, utf8(stamp.text))
    parts.set(STAMP.reply, stamp.reply)
    parts.set(STAMP.consistency, utf8(writeHashes(stamp.consistency)))
  }
  const trees = { anchor, stamped: anchor === undefined ? undefined : stamp?.text }
  for (const [at, log] of logs.entries()) writeLog(parts, logFolder(at), log, trees)
  for (const [path, text] of Object.entries(tools)) parts.set(path, utf8(text))
  return new Map([[MANIFEST, utf8(writeManifest(madeAt, parts))], ...parts])
}

/** What is in the archive, each file with its hash. */
export const writeManifest = (madeAt: number, parts: EvidenceParts): string =>
  canonicalJson({
    v: parts.has(STAMP.reply) ? STAMPED : PLAIN,
    made: madeAt,
    files: Object.fromEntries([...parts].map(([path, bytes]) => [path, toHex(sha256(bytes))])),
  })

/** The trees that proofs of entries of the anchor log are of. */
type Trees = { readonly anchor: string | undefined; readonly stamped: string | undefined }

function writeLog(
  parts: Map<string, Uint8Array>,
  folder: string,
  { checkpoint, anchored, stamped, events }: EvidenceLog,
  trees: Trees,
): void {
  parts.set(`${folder}/checkpoint.txt`, utf8(checkpoint))
  if (anchored && trees.anchor !== undefined) writeAnchoring(parts, anchoringPaths(folder), anchored, trees.anchor)
  if (stamped && trees.stamped !== undefined) writeAnchoring(parts, stampedPaths(folder), stamped, trees.stamped)
  for (const { index, entry, shown, proof } of events) {
    const base = `${folder}/events/${index}`
    parts.set(`${base}.entry.json`, entry)
    parts.set(`${base}.shown.json`, utf8(writeShown(shown)))
    parts.set(`${base}.tlog-proof`, utf8(formatTlogProof({ index, proof, checkpoint })))
  }
}

type AnchoringPaths = { readonly entry: string; readonly proof: string; readonly consistency: string }
const anchoringPaths = (folder: string): AnchoringPaths => ({
  entry: `${folder}/anchor.entry.json`,
  proof: `${folder}/anchor.tlog-proof`,
  consistency: `${folder}/consistency.txt`,
})
const stampedPaths = (folder: string): AnchoringPaths => ({
  entry: `${folder}/stamped.entry.json`,
  proof: `${folder}/stamped-proof.txt`,
  consistency: `${folder}/stamped-consistency.txt`,
})

/** @param checkpoint of the tree which the proof is of. That of a stamp has no signatures: the authority was given the text alone. */
function writeAnchoring(
  parts: Map<string, Uint8Array>,
  paths: AnchoringPaths,
  { entry, index, proof, consistency }: EvidenceAnchoring,
  checkpoint: string,
): void {
  parts.set(paths.entry, entry)
  parts.set(paths.proof, utf8(formatTlogProof({ index, proof, checkpoint })))
  parts.set(paths.consistency, utf8(writeHashes(consistency)))
}

const writeHashes = (hashes: readonly Hash[]): string => hashes.map((hash) => `${toBase64(hash)}\n`).join('')

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
  const { madeAt, files, isStamped } = readManifest(parts)
  for (const path of parts.keys()) {
    if (path !== MANIFEST && !files.has(path)) throw malformed(`${path} does not belong to the bundle`)
  }
  for (const [path, hash] of files) {
    const bytes = parts.get(path)
    if (!bytes) throw malformed(`${path} is missing`)
    if (toHex(sha256(bytes)) !== hash) throw malformed(`${path} was changed`)
  }
  const reader = new PartReader(parts, new Set([MANIFEST, ...EVIDENCE_TOOLS]))
  const policy = reader.text(POLICY)
  const anchor = parts.has(ANCHOR) ? reader.text(ANCHOR) : undefined
  const stamp = isStamped ? readStamp(reader) : undefined
  if (stamp && anchor === undefined) throw malformed(`${ANCHOR} is missing`)
  const logs: EvidenceLog[] = []
  while (parts.has(`${logFolder(logs.length)}/checkpoint.txt`)) {
    logs.push(readLog(reader, logFolder(logs.length), { anchor, stamped: stamp?.text }))
  }
  reader.requireEnd()
  if (logs.length === 0) throw malformed('the bundle holds no log')
  return { madeAt, policy, anchor, ...(stamp && { stamp }), logs }
}

type Manifest = { madeAt: number; isStamped: boolean; files: Map<string, string> }

function readManifest(parts: EvidenceParts): Manifest {
  const bytes = parts.get(MANIFEST)
  if (!bytes) throw malformed(`${MANIFEST} is missing: this is no bundle of evidence`)
  return orMalformed(MANIFEST, () => {
    const { v, made, files, ...others } = record(parseCanonicalJson(fromUtf8(bytes)))
    if (typeof v === 'number' && v > STAMPED) throw malformed('the bundle is of a later version')
    const isKnown = v === PLAIN || v === STAMPED
    if (!isKnown || typeof made !== 'number' || made < 0 || Object.keys(others).length > 0) throw malformed('')
    const isStamped = v === STAMPED
    return {
      madeAt: made,
      isStamped,
      files: new Map(Object.entries(record(files)).map(([path, hash]) => [path, word(hash)])),
    }
  })
}

const readStamp = (reader: PartReader): EvidenceStamp => ({
  text: reader.text(STAMP.text, MOST_STAMPED_BYTES),
  reply: reader.bytes(STAMP.reply, MOST_REPLY_BYTES),
  consistency: reader.hashes(STAMP.consistency),
})

function readLog(reader: PartReader, folder: string, { anchor, stamped: text }: Trees): EvidenceLog {
  const checkpoint = reader.text(`${folder}/checkpoint.txt`)
  const events = reader
    .pathsIn(`${folder}/events/`, '.entry.json')
    .map((path): EvidenceEvent => readEvent(reader, path.slice(0, -'.entry.json'.length), checkpoint))
  if (events.length === 0) throw malformed(`${folder} holds no event`)
  const anchored = readAnchoring(reader, anchoringPaths(folder), anchor)
  const stamped = readAnchoring(reader, stampedPaths(folder), text)
  return { checkpoint, anchored, ...(stamped && { stamped }), events }
}

function readEvent(reader: PartReader, base: string, checkpoint: string): EvidenceEvent {
  const { index, proof } = reader.proof(`${base}.tlog-proof`, checkpoint)
  if (!base.endsWith(`/events/${index}`)) throw malformed(`${base}.tlog-proof is not where it belongs`)
  return { index, proof, entry: reader.bytes(`${base}.entry.json`), shown: reader.shown(`${base}.shown.json`) }
}

function readAnchoring(
  reader: PartReader,
  paths: AnchoringPaths,
  checkpoint: string | undefined,
): EvidenceAnchoring | undefined {
  if (checkpoint === undefined || !reader.has(paths.entry)) return undefined
  const { index, proof } = reader.proof(paths.proof, checkpoint)
  return { index, proof, entry: reader.bytes(paths.entry), consistency: reader.hashes(paths.consistency) }
}
