import { createHash, hkdfSync } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { z } from 'zod'
import { titleAndBody } from '#contract/studio/content.ts'
import { utf8 } from '#crypto/encoding.ts'
import { modelRecord, type RecordFile } from '#contract/studio/records-wire.ts'
import { MODEL_TEXT, type ModelTextVerdict, verifyModelText } from '#crypto/model-text/model-text.ts'
import { mlDsa } from '#crypto/primitives/ml-dsa.ts'
import { systemRandom } from '#crypto/primitives/random.ts'

const CONTEXT = utf8(MODEL_TEXT)

/** What the server says of a text of a model, in the order that is signed. */
export type RecordFacts = {
  draft: string
  version: number
  model: string
  /** Of what the model was asked: the fields of the request as JSON. */
  promptSha256: string
  editor: string
  at: string
  /** SHA-256 of each text, where there are several, by `passageHash`. */
  parts?: readonly string[]
  /** The version that the model continued, and SHA-256 of it: what people changed in there is no text of the model. */
  continues?: { version: number; sha256: string } | undefined
  /** The version in which the model wrote a passage again, SHA-256 of it, and where that passage was, in UTF-16 code units: the rest is as it was there. */
  rewrites?: { version: number; sha256: string; from: number; to: number } | undefined
}

export type { RecordFile }
export type ModelRecord = z.output<typeof modelRecord>

/** Signs what a model wrote, by ML-DSA-65 with a key of this installation that is for nothing else. */
export class RecordSigner {
  readonly #seed: Buffer

  constructor(serverSecret: Buffer) {
    this.#seed = Buffer.from(hkdfSync('sha256', serverSecret, '', 'qs1/model-text-record', 32))
  }

  /** The public key as a JSON Web Key, for who verifies a record without this server. */
  async key() {
    const pub = Buffer.from(await (await mlDsa(65)).publicKey(this.#seed)).toString('base64url')
    const jwk = { kty: 'AKP', alg: 'ML-DSA-65', pub } as const
    return { ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig' as const, context: MODEL_TEXT }
  }

  async sign(content: string, facts: RecordFacts): Promise<ModelRecord> {
    const { title } = titleAndBody(plainOf(content))
    const covered = { sha256: hashOf(content), title: title === null ? null : sha256(title) }
    const said = JSON.stringify({ format: MODEL_TEXT, ...covered, ...facts })
    const sign = await (await mlDsa(65)).signer(this.#seed)
    const signature = await sign(utf8(said), CONTEXT, systemRandom)
    return { statement: said, signature: Buffer.from(signature).toString('base64'), key: (await this.key()).kid }
  }

  /** Whether this installation signed a record, and whether `content`, or the file made of it, is the text that it is about. */
  async verify(content: string, file: RecordFile): Promise<ModelTextVerdict> {
    return verifyModelText(content, file, await (await mlDsa(65)).publicKey(this.#seed))
  }
}

/** Names of the models in a file of records, the newest first. */
export function modelsOf({ earlier = [], ...newest }: RecordFile): string[] {
  const said = [newest, ...earlier].map(({ statement: one }) => named.safeParse(jsonOf(one)).data?.model)
  return [...new Set(said.filter((model) => model !== undefined))]
}
const named = z.object({ model: z.string() })

/** SHA-256 of a text as records have it: without its title, which has a hash of its own. */
export const hashOf = (content: string): string => sha256(titleAndBody(plainOf(content)).body)

/** SHA-256 of a passage or a post, with all that is in it. */
export const passageHash = (passage: string): string => sha256(plainOf(passage).trim())

const plainOf = (text: string): string => text.replaceAll('\r\n', '\n')

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
