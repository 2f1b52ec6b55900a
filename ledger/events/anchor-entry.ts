import { fromUtf8, utf8 } from '#crypto/encoding.ts'
import type { Bytes } from '#crypto/bytes.ts'
import { canonicalJson, type Json, parseCanonicalJson } from '#crypto/statements/canonical-json.ts'
import { LedgerError } from '../errors.ts'
import { fromBase64, toBase64 } from '../notes/base64.ts'
import { HASH_BYTES } from '../tree/hash.ts'
import type { TreeHead } from '../tree/verify-proof.ts'

/** What the anchor log says of another log: how large it was, and where the anchor log said so before. */
export type AnchoredHead = TreeHead & {
  readonly origin: string
  /** Index in the anchor log; null for the first of its log. */
  readonly previous: number | null
}

const VERSION = 1

export function writeAnchoredHead({ origin, size, root, previous }: AnchoredHead): Bytes {
  const bytes = utf8(canonicalJson({ v: VERSION, log: origin, size, root: toBase64(root), prev: previous }))
  readAnchoredHead(bytes)
  return bytes
}

/** @throws {LedgerError} `malformed` for anything but what `writeAnchoredHead` writes. */
export function readAnchoredHead(bytes: Uint8Array): AnchoredHead {
  try {
    return headOf(parseCanonicalJson(fromUtf8(bytes)))
  } catch (cause) {
    throw new LedgerError('malformed', 'entry of the anchor log', { cause })
  }
}

function headOf(value: Json): AnchoredHead {
  const { v, log, size, root, prev, ...others } = value as Readonly<Record<string, Json>>
  const hash = typeof root === 'string' ? fromBase64(root) : undefined
  if (
    v !== VERSION ||
    Object.keys(others).length > 0 ||
    typeof log !== 'string' ||
    log === '' ||
    !isIndex(size) ||
    hash?.length !== HASH_BYTES ||
    (prev !== null && !isIndex(prev))
  ) {
    throw new LedgerError('malformed', 'fields of an entry of the anchor log')
  }
  return { origin: log, size, root: hash, previous: prev }
}

/** Logs of an installation share the start of their names: `vault.example/audit/t/…` and `vault.example/audit/anchor`, which may have an epoch behind it. */
export function isOfInstallation(origin: string, anchor: string): boolean {
  const [, start] = /^(.+\/)anchor(?:\/e[1-9]\d*)?$/.exec(anchor) ?? []
  return start !== undefined && origin.startsWith(start)
}

const isIndex = (value: Json | undefined): value is number => typeof value === 'number' && value >= 0
