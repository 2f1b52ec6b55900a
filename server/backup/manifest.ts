import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { fromBase64Url, type Signer, signingKeyId, toBase64Url, utf8 } from '#crypto/index.ts'
import { verifySignature } from '#crypto/primitives/signature.ts'
import type { Place } from '../storage/places/place.ts'

export const storedShape = z.strictObject({ bytes: z.int().nonnegative(), sha256: z.hex().length(64) })
const table = z.strictObject({ name: z.string(), rows: z.int().nonnegative(), sha256: z.hex().length(64) })

const manifest = z.strictObject({
  format: z.literal('quantumshield-backup-1'),
  /** When the snapshot of the database was taken. */
  takenAt: z.iso.datetime(),
  /** Of the program. */
  version: z.string(),
  publicUrl: z.string(),
  migrations: z.array(z.strictObject({ name: z.string(), sha256: z.string() })),
  database: storedShape.extend({ tables: z.array(table) }),
  secrets: storedShape,
  /** The list of contents, and what it adds up to. */
  contents: storedShape.extend({ count: z.int().nonnegative(), contentBytes: z.int().nonnegative() }),
  /** Contents that were missing or damaged when the backup was taken. */
  damaged: z.array(z.string()),
})

const signed = z.strictObject({
  signature: z.string(),
  ed25519: z.string(),
  mlDsa65: z.string(),
})

/** What a backup holds. */
export type Manifest = z.infer<typeof manifest>

export const MANIFEST = 'manifest.json'
const LABEL = 'qs1/backup'

/** The signature is written first: a backup whose manifest is there is complete. */
export async function writeManifest(place: Place, folder: string, content: Manifest, signer: Signer): Promise<void> {
  await writeSigned(place, `${folder}/${MANIFEST}`, content, signer)
}

/**
 * @param signedBy id of the key that has to have signed it; without, any.
 * @throws {Error} when it was changed, or somebody else signed it.
 */
export async function readManifest(place: Place, folder: string, signedBy: string | undefined): Promise<Manifest> {
  return manifest.parse(await readSigned(place, `${folder}/${MANIFEST}`, signedBy))
}

const signatureOf = (name: string): string => name.replace(/json$/, 'signature.json')

/** Writes a file of JSON after its signature. What it is has to be in it: one key signs all that a place holds. */
export async function writeSigned(place: Place, name: string, content: object, signer: Signer): Promise<void> {
  const text = utf8(`${JSON.stringify(content, null, 1)}\n`)
  const { ed25519, mlDsa65 } = signer.verifyingKeys
  const signature = {
    signature: toBase64Url(await signer.sign(LABEL, text)),
    ed25519: toBase64Url(ed25519),
    mlDsa65: toBase64Url(mlDsa65),
  }
  await place.write(signatureOf(name), Readable.from([Buffer.from(`${JSON.stringify(signature, null, 1)}\n`)]))
  await place.write(name, Readable.from([Buffer.from(text)]))
}

/** @throws {Error} as `readManifest` */
export async function readSigned(place: Place, name: string, signedBy: string | undefined): Promise<unknown> {
  const what = name.endsWith(`/${MANIFEST}`) ? name.slice(0, -MANIFEST.length - 1) : name
  const text = await buffer(await place.read(name))
  const found = signed.parse(JSON.parse((await buffer(await place.read(signatureOf(name)))).toString()))
  const keys = { ed25519: fromBase64Url(found.ed25519), mlDsa65: fromBase64Url(found.mlDsa65) }
  if (signedBy !== undefined && toBase64Url(await signingKeyId(keys)) !== signedBy)
    throw new Error(`${what} was signed by another server.`)
  const signature = fromBase64Url(found.signature)
  if (!(await verifySignature({ keys, label: LABEL, message: text, signature })))
    throw new Error(`The list of ${what} was changed after it was signed.`)
  return JSON.parse(text.toString())
}
