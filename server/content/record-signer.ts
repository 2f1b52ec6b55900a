import { createHash, hkdfSync } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { z } from 'zod'
import { textInFile, titleAndBody } from '#contract/studio/content.ts'
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
  /** SHA-256 of each text, where there are several, by `passageHash`. */
  parts?: readonly string[]
  /** The version that the model continued, and SHA-256 of it: what people changed in there is no text of the model. */
  continues?: { version: number; sha256: string } | undefined
  /** The version in which the model wrote a passage again, SHA-256 of it, and where that passage was, in UTF-16 code units: the rest is as it was there. */
  rewrites?: { version: number; sha256: string; from: number; to: number } | undefined
}

const modelRecord = z.object({
  /** JSON, whose exact bytes are signed. */
  statement: z.string().max(16_384),
  signature: z.base64().max(8192),
  /** The thumbprint of the key. */
  key: z.string().max(100),
})
export type ModelRecord = z.output<typeof modelRecord>

/** So many fit into a request to verify, next to the longest text. */
export const MAX_EARLIER_RECORDS = 30
/** The record of the newest version of a model in a draft, with those of the versions before. */
export const recordFile = modelRecord.extend({ earlier: z.array(modelRecord).max(MAX_EARLIER_RECORDS).optional() })
export type RecordFile = z.output<typeof recordFile>

/** `title`: SHA-256 of the title in the text, null without one; older records say nothing of it. */
const statement = z.object({
  format: z.literal(FORMAT),
  sha256: z.string(),
  title: z.string().nullish(),
  parts: z.array(z.string()).optional(),
})

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
    const { title } = titleAndBody(plainOf(content))
    const covered = { sha256: hashOf(content), title: title === null ? null : sha256(title) }
    const said = JSON.stringify({ format: FORMAT, ...covered, ...facts })
    const sign = await (await mlDsa(65)).signer(this.#seed)
    const signature = await sign(utf8(said), CONTEXT, systemRandom)
    return { statement: said, signature: Buffer.from(signature).toString('base64'), key: (await this.key()).kid }
  }

  /**
   * Whether this installation signed a record, and whether `content`, or the file made of it, is the text that it is about. Of a file with several records
   * the one of this text.
   */
  async verify(content: string, { earlier = [], ...newest }: RecordFile): Promise<Verdict> {
    const record = [newest, ...earlier].find(({ statement: said }) => isTextOf(content, jsonOf(said)))
    const checked = record ?? newest
    const scheme = await mlDsa(65)
    const publicKey = await scheme.publicKey(this.#seed)
    const signature = Buffer.from(checked.signature, 'base64')
    const isSigned = await scheme.verify(publicKey, utf8(checked.statement), CONTEXT, signature)
    return { isSigned, isSameText: record !== undefined, statement: jsonOf(checked.statement) }
  }
}

function isTextOf(content: string, said: unknown): boolean {
  const { data } = statement.safeParse(said)
  if (!data) return false
  const plain = plainOf(content)
  const isWhole = ({ title, body }: ReturnType<typeof titleAndBody>, isTitleKnown: boolean) =>
    body !== '' &&
    sha256(body) === data.sha256 &&
    (title === null || (data.title === undefined ? !isTitleKnown : sha256(title) === data.title))
  const text = textInFile(plain)
  // The title of a file may be another one than that of its text.
  const inFile = text !== undefined && [{ title: null, body: text.trim() }, titleAndBody(text)]
  if (inFile && inFile.some((one) => isWhole(one, true))) return true
  if (isWhole(titleAndBody(plain), false)) return true
  return plain.trim() !== '' && data.parts?.includes(passageHash(plain)) === true
}

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
