import { concat } from '#crypto/bytes.ts'
import { fromHex, toHex } from '#crypto/encoding.ts'
import { LedgerError } from '../errors.ts'
import { fromLooseBase64, toBase64 } from './base64.ts'

/** A signature below a note. Name and id together say which key made it; neither proves anything. */
export type NoteSignature = { readonly name: string; readonly keyId: string; readonly signature: Uint8Array }

/** A text and who claims to have signed it. @see c2sp.org/signed-note */
export type Note = {
  /** With its last line break. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

/** Larger than a checkpoint with the signatures of 40 witnesses in both schemes. */
export const MAX_NOTE_BYTES = 256 * 1024
const MAX_SIGNATURES = 100
const KEY_ID_BYTES = 4
const DASH = '\u2014'
// Tabs and carriage returns too: a note is the same on every system.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/

/** @throws {LedgerError} `malformed` */
export function parseNote(note: string): Note {
  if (note.length > MAX_NOTE_BYTES) throw new LedgerError('malformed', 'note is too long')
  if (!note.isWellFormed() || CONTROL.test(note))
    throw new LedgerError('malformed', 'note has characters it may not have')

  const end = note.lastIndexOf('\n\n')
  const [text, below] = [note.slice(0, end + 1), note.slice(end + 2)]
  if (end < 0 || !below.endsWith('\n')) throw new LedgerError('malformed', 'note has no signatures')
  return { text, signatures: parseSignatures(below) }
}

/** Lines as they stand below a note. @throws {LedgerError} `malformed` */
export function parseSignatures(lines: string): NoteSignature[] {
  if (!lines.endsWith('\n')) throw new LedgerError('malformed', 'a signature has no end')
  const signatures = lines.slice(0, -1).split('\n').map(parseSignature)
  if (signatures.length > MAX_SIGNATURES) throw new LedgerError('malformed', 'note has too many signatures')
  return signatures
}

function parseSignature(line: string): NoteSignature {
  const [dash, name = '', encoded = '', ...rest] = line.split(' ')
  if (dash !== DASH || rest.length > 0 || !isKeyName(name)) throw new LedgerError('malformed', 'signature of a note')

  const bytes = fromLooseBase64(encoded)
  if (bytes.length <= KEY_ID_BYTES) throw new LedgerError('malformed', 'signature of a note is empty')
  return { name, keyId: toHex(bytes.subarray(0, KEY_ID_BYTES)), signature: bytes.subarray(KEY_ID_BYTES) }
}

/** The note as it is stored and sent. */
export const formatNote = ({ text, signatures }: Note): string => `${text}\n${signatures.map(formatSignature).join('')}`

/** One line with its end. */
export const formatSignature = ({ name, keyId, signature }: NoteSignature): string =>
  `${DASH} ${name} ${toBase64(concat(fromHex(keyId), signature))}\n`

/** Names stand between spaces, and before a plus in `VerifierKey` texts. */
export const isKeyName = (name: string): boolean =>
  name !== '' && name.isWellFormed() && !/[\s+]/u.test(name) && !CONTROL.test(name)
