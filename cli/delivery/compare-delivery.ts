import { createHash } from 'node:crypto'
import { asBuilt, type BuildList, differingHeaders, type ListedFile } from '#contract/delivery/build-list.ts'
import type { ServerWords } from './server-words.ts'
import { type Answer, ENCODINGS, type Encoding, fetchLimited } from './fetch-limited.ts'
import { referencesOf } from './references.ts'

/** `differs`: other bytes. `missing`: nothing comes. `unlisted`: delivered, and in no list. `header`: an answer that lets a browser do other things.
 * `log`: not shown to be listed. */
export type Problem = { file: string; kind: 'differs' | 'missing' | 'unlisted' | 'header' | 'log'; detail: string }

export type Comparison = {
  origin: string
  list: BuildList
  words: ServerWords
  signal: AbortSignal
  onFile: (file: string) => void
}

const AT_ONCE = 8
/** By how much words of the installation may lengthen a document at one place. */
const LONGEST_WORD_BYTES = 4096
/** They have a browser go, load or ask where the document does not say so. The build sends none of them. */
const NEVER_SENT = ['refresh', 'link', 'service-worker-allowed', 'sourcemap']

/** Fetches each file of the list in each encoding. @returns what is not as listed, by file */
export async function compareDelivery(comparison: Comparison): Promise<Problem[]> {
  const waiting = Object.entries(comparison.list.files)
  const problems: Problem[] = []
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [file, listed] = next
      comparison.onFile(file)
      for (const encoding of ENCODINGS) problems.push(...(await compareFile(comparison, { file, listed, encoding })))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return withoutRepeats(problems)
}

type One = { file: string; listed: ListedFile; encoding: Encoding }

async function compareFile(comparison: Comparison, { file, listed, encoding }: One): Promise<Problem[]> {
  const { origin, list, words, signal } = comparison
  const problem = (kind: Problem['kind'], detail: string): Problem => ({ file, kind, detail })
  const limitBytes = listed.bytes + 1024 + (listed.places?.length ?? 0) * LONGEST_WORD_BYTES
  const answer = await fetchLimited(origin + file, { encoding, limitBytes, signal })
  if ('problem' in answer) return [problem(answer.kind, answer.problem)]
  // An operator who names the source has this page lead there.
  const leadsTo = answer.status === 302 ? answer.headers.get('location') : undefined
  if (file === '/source' && leadsTo && leadsTo === words.sourceUrl) return []
  if (answer.status !== (file === '/404' ? 404 : 200))
    return [problem('missing', `answered with status ${answer.status}`)]
  const built = asBuilt(answer.content, listed.places, words.inDocuments)
  const found: Problem[] = []
  if (!built || sha256(built) !== listed.sha256) found.push(problem('differs', howItDiffers(answer, listed, encoding)))
  const headers = differingHeaders(list, listed, answer.headers)
  const added = NEVER_SENT.filter((name) => answer.headers.has(name))
  for (const name of headers) {
    found.push(problem('header', `${name} is ${answer.headers.has(name) ? 'another' : 'missing'}`))
  }
  for (const name of added) found.push(problem('header', `${name} is sent, and not part of the build`))
  return [...found, ...unlisted(answer, { file, list, origin })]
}

function howItDiffers({ content }: Answer, { bytes, places }: ListedFile, encoding: Encoding): string {
  const size = content.length === bytes || places ? '' : `, ${content.length} bytes instead of ${bytes}`
  return `other content${size}${encoding === 'br' ? '' : ` (as ${encoding})`}`
}

function unlisted({ headers, content }: Answer, where: { file: string; list: BuildList; origin: string }): Problem[] {
  const { file, list, origin } = where
  if (!headers.get('content-type')?.startsWith('text/html')) return []
  const references = referencesOf(content.toString(), origin + file).filter(
    (address) => !Object.hasOwn(list.files, address),
  )
  return references.map((address) => ({ file: address, kind: 'unlisted', detail: `named by ${file}` }))
}

/** The three encodings mostly say the same. */
function withoutRepeats(problems: Problem[]): Problem[] {
  const byText = new Map<string, Problem>()
  for (const problem of problems) {
    const text = `${problem.file} ${problem.kind} ${problem.detail.replace(/ \(as \w+\)$/, '')}`
    if (!byText.has(text)) byText.set(text, problem)
  }
  return [...byText.values()].sort((one, other) => (one.file < other.file ? -1 : 1))
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
