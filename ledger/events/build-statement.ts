import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from '#crypto/bytes.ts'
import { fromBase64Url, fromUtf8, toBase64Url, toHex, utf8 } from '#crypto/encoding.ts'
import type { BuildList } from '#contract/delivery/build-list.ts'
import { canonicalJson, parseCanonicalJson } from '#crypto/statements/canonical-json.ts'
import { LedgerError } from '../errors.ts'
import { type Hash, HASH_BYTES, leafHash } from '../tree/hash.ts'

const VERSION = 1
/** Of semver, and nothing that could be another field. */
const PROGRAM_VERSION = /^[\w.+-]{1,64}$/

/** What a log says about the code that a server delivers: the bytes of the entry, and the hash under which a tree holds it. */
export type ManifestStatement = { readonly entry: Bytes; readonly leaf: Hash }

/**
 * The entry of a log for `/build.json`, from its text as it is delivered: version of the program, SHA-256 of that text, number of files. Who
 * has the same list makes the same entry, so a proof of inclusion needs nothing else.
 *
 * @throws {LedgerError} `malformed` when the text is no list.
 */
export function manifestStatement(manifest: string): ManifestStatement {
  const { version, files } = parse(manifest)
  const entry = utf8(canonicalJson({ v: VERSION, version, manifest: toBase64Url(sha256(utf8(manifest))), files }))
  return { entry, leaf: leafHash(entry) }
}

function parse(manifest: string): { version: string; files: number } {
  try {
    const { version, files } = JSON.parse(manifest) as Partial<BuildList>
    if (typeof version === 'string' && PROGRAM_VERSION.test(version) && typeof files === 'object' && files !== null) {
      return { version, files: Object.keys(files).length }
    }
  } catch (cause) {
    throw new LedgerError('malformed', 'list of a build', { cause })
  }
  throw new LedgerError('malformed', 'list of a build')
}

/** What such an entry says. */
export type StatedBuild = {
  readonly version: string
  /** SHA-256 of the text of `/build.json`, in hexadecimal. */
  readonly sha256: string
  readonly files: number
}

/** Undefined for an entry that says something else. */
export function readManifestStatement(entry: Uint8Array): StatedBuild | undefined {
  try {
    const { v, version, manifest, files, ...others } = parseCanonicalJson(fromUtf8(entry)) as Record<string, unknown>
    if (v !== VERSION || typeof version !== 'string' || !PROGRAM_VERSION.test(version)) return undefined
    if (typeof manifest !== 'string' || typeof files !== 'number' || Object.keys(others).length > 0) return undefined
    const hash = fromBase64Url(manifest)
    return hash.length === HASH_BYTES ? { version, sha256: toHex(hash), files } : undefined
  } catch {
    return undefined
  }
}
