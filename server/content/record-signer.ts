import { createHash, hkdfSync } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { z } from 'zod'
import { bodiesOf } from '#contract/studio/content.ts'
import { utf8 } from '#crypto/encoding.ts'
import { mlDsa } from '#crypto/primitives/ml-dsa.ts'
import { systemRandom } from '#crypto/primitives/random.ts'

const FORMAT = 'quantumshield-model-text/1'
const CONTEXT = utf8(FORMAT)

/** What the server says of a text of a model, in the order that is signed. */
export type RecordFacts = {
  draft: string
  version: number
  model: string
  /** Of what the model was asked: the fields of the request as JSON. */
  promptSha256: string
  editor: string
  at: string
  /** SHA-256 of each text, where there are several. */
  parts?: readonly string[]
  /** The version that the model continued, and SHA-256 of it: what people changed in there is no text of the model. */
  continues?: { version: number; sha256: string } | undefined
  /** The version in which the model wrote a passage again, SHA-256 of it, and where that passage was, in UTF-16 code units: the rest is as it was there. */
  rewrites?: { version: number; sha256: string; from: number; to: number } | undefined
}

export const modelRecord = z.object({
  /** JSON, whose exact bytes are signed. */
  statement: z.string().max(16_384),
  signature: z.base64().max(8192),
  /** The thumbprint of the key. */
  key: z.string().max(100),
})
export type ModelRecord = z.output<typeof modelRecord>

const statement = z.object({ format: z.literal(FORMAT), sha256: z.string(), parts: z.array(z.string()).optional() })

export type Verdict = { isSigned: boolean; isSameText: boolean; statement: unknown }

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
    return { ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig' as const, context: FORMAT }
  }

  async sign(content: string, facts: RecordFacts): Promise<ModelRecord> {
    const said = JSON.stringify({ format: FORMAT, sha256: hashOf(content), ...facts })
    const sign = await (await mlDsa(65)).signer(this.#seed)
    const signature = await sign(utf8(said), CONTEXT, systemRandom)
    return { statement: said, signature: Buffer.from(signature).toString('base64'), key: (await this.key()).kid }
  }

  /** Whether this installation signed a record, and whether `content`, or the file made of it, is the text that it is about. */
  async verify(content: string, record: ModelRecord): Promise<Verdict> {
    const scheme = await mlDsa(65)
    const publicKey = await scheme.publicKey(this.#seed)
    const signature = Buffer.from(record.signature, 'base64')
    const isSigned = await scheme.verify(publicKey, utf8(record.statement), CONTEXT, signature)
    const said = jsonOf(record.statement)
    const parsed = statement.safeParse(said)
    const known = parsed.success ? [parsed.data.sha256, ...(parsed.data.parts ?? [])] : []
    const isSameText = bodiesOf(content).some((body) => body !== undefined && known.includes(sha256(body)))
    return { isSigned, isSameText, statement: said }
  }
}

/** SHA-256 of a text as records have it: without its title and the head of its file. */
export const hashOf = (content: string): string => sha256(bodiesOf(content)[0])

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
