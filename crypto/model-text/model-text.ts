import { textInFile, titleAndBody, withoutLabel } from '#contract/studio/content.ts'
import { toHex, utf8 } from '../encoding.ts'
import { mlDsa } from '../primitives/ml-dsa.ts'
import { digest } from '../primitives/symmetric.ts'

/** Format of a statement about a text that a language model wrote; also the context of its signature. */
export const MODEL_TEXT = 'quantumshield-model-text/1'

/** `statement`: JSON, whose exact bytes are signed; `signature`: base64. */
type SignedStatement = { statement: string; signature: string }

export type ModelTextVerdict = { isSigned: boolean; isSameText: boolean; statement: unknown }

/**
 * Whether a record is signed by `publicKey`, and whether `content`, or the file made of it, is the text that it is about. Of a file with several records
 * the one of this text.
 */
export async function verifyModelText(
  content: string,
  { earlier = [], ...newest }: SignedStatement & { earlier?: readonly SignedStatement[] | undefined },
  publicKey: Uint8Array,
): Promise<ModelTextVerdict> {
  const records = [newest, ...earlier]
  const fits = await Promise.all(records.map(({ statement }) => isTextOf(content, jsonOf(statement))))
  const found = records.find((_, at) => fits[at])
  const checked = found ?? newest
  const scheme = await mlDsa(65)
  const signature = Uint8Array.from(atob(checked.signature), (letter) => letter.charCodeAt(0))
  const isSigned = await scheme.verify(publicKey, utf8(checked.statement), utf8(MODEL_TEXT), signature)
  return { isSigned, isSameText: found !== undefined, statement: jsonOf(checked.statement) }
}

async function isTextOf(content: string, said: unknown): Promise<boolean> {
  const data = coveredBy(said)
  if (!data) return false
  const plain = withoutLabel(content.replaceAll('\r\n', '\n'), data.model)
  const isWhole = async ({ title, body }: ReturnType<typeof titleAndBody>, isTitleKnown: boolean) =>
    body !== '' &&
    (await sha256(body)) === data.sha256 &&
    (title === null || (data.title === undefined ? !isTitleKnown : (await sha256(title)) === data.title))
  const text = textInFile(plain)
  // The title of a file may be another one than that of its text.
  for (const one of text === undefined ? [] : [{ title: null, body: text.trim() }, titleAndBody(text)]) {
    if (await isWhole(one, true)) return true
  }
  if (await isWhole(titleAndBody(plain), false)) return true
  return plain.trim() !== '' && data.parts.includes(await sha256(plain.trim()))
}

type Covered = { sha256: string; model: string; title: string | null | undefined; parts: readonly unknown[] }

/** The part of a statement that says which text it is about. `title`: null without one; older records say nothing of it. */
function coveredBy(said: unknown): Covered | undefined {
  if (typeof said !== 'object' || said === null) return undefined
  const { format, sha256: hash, model, title, parts = [] } = said as Readonly<Record<string, unknown>>
  if (format !== MODEL_TEXT || typeof hash !== 'string' || typeof model !== 'string' || !Array.isArray(parts))
    return undefined
  if (title !== undefined && title !== null && typeof title !== 'string') return undefined
  return { sha256: hash, model, title, parts }
}

const sha256 = async (text: string): Promise<string> => toHex(await digest('SHA-256', utf8(text)))

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
