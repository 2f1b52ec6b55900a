import { z } from 'zod'
import { CONTENT_LIMITS, type ContentType, readMinutes, wordsOf } from '#contract/studio/content.ts'
import type { Caller } from '../db/database.ts'
import { ForeignText } from '../ai/foreign-text.ts'
import { ModelError } from '../ai/model-error.ts'
import type { WritingModels } from '../ai/text-models.ts'
import type { ChosenFact, Section as PlaceOfFacts } from '../sources/find-facts.ts'
import { significantWords } from '#contract/sources/significant-words.ts'
import { cutAtWord, planSections } from './brief.ts'
import type { ContentRequest, GeneratedContent } from './content-request.ts'

type Writing = {
  models: WritingModels
  caller: Caller
  request: ContentRequest
  signal: AbortSignal
  /** What there is of a text whose writing stopped: only its missing sections are written. */
  begun?: Begun | undefined
  facts?: ChosenFacts | undefined
}
/** A text on its way. `limited`: headings of sections that ended at their tokens. */
type Run = Writing & { limited: string[] }
/** Facts that a person chose for a text, and which section is given which. */
export type ChosenFacts = {
  all: readonly ChosenFact[]
  shareOut: (sections: readonly PlaceOfFacts[]) => Promise<readonly ChosenFact[][]>
}
export type Begun = { sections: readonly Section[]; whole: number; text: string }

/** What is heard of a text while a model writes it. */
export type WritingEvent =
  | { kind: 'plan'; sections: readonly Section[] }
  | { kind: 'section'; index: number; heading: string }
  | { kind: 'text'; text: string }
  /** So many sections are whole now. */
  | { kind: 'whole'; sections: number }
  | { kind: 'done'; content: GeneratedContent; note: string | undefined }

const MIN_SECTION_WORDS = 20
const MAX_SECTION_WORDS = 600
/** English has about 1.3 tokens a word; a model may think a little longer. */
const TOKENS_PER_WORD = 2
const EXTRA_TOKENS = 200
const META_CHARACTERS = 160
type Prompt = { system: string; prompt: string }

/** Characters of a text that are read to describe it. */
const META_READS = 6000
/** Of the text so far that the next section is written after. */
const BEFORE_CHARACTERS = 1500

export const KINDS: Readonly<Record<ContentType, string>> = {
  blog: 'an article for a blog',
  landing: 'the text of a landing page',
  adcopy: 'the copy of an advertisement',
  social: 'a post for social media',
}

export const plannedSections = z
  .array(
    z.object({
      heading: z.string().min(1).max(150),
      points: z.array(z.string().max(300)).max(6),
      words: z.number().int().min(MIN_SECTION_WORDS).max(MAX_SECTION_WORDS),
    }),
  )
  .min(1)
  .max(12)
const plan = z.object({ sections: plannedSections })
export type Section = z.output<typeof plannedSections>[number]
const meta = z.object({
  meta_description: z.string().min(1).max(300),
  suggested_tags: z.array(z.string().min(1).max(CONTENT_LIMITS.tagCharacters)).min(1).max(10),
})

/**
 * Has a model write a text: a plan, each section as plain Markdown, and what search engines are told. Small models break long objects, and a text
 * reads better while it comes.
 * @throws {ModelError}
 */
export async function* writeArticle(given: Writing): AsyncGenerator<WritingEvent> {
  const writing: Run = { ...given, limited: [] }
  const { request, begun, limited } = writing
  const sections = begun?.sections ?? (await planArticle(writing)).sections
  yield { kind: 'plan', sections }
  const shares = await sharesOf(writing, sections)
  let content = begun?.text ?? `# ${request.title}\n`
  yield { kind: 'text', text: content }
  for (const [index, section] of sections.entries()) {
    if (index < (begun?.whole ?? 0)) continue
    yield { kind: 'section', index, heading: section.heading }
    for await (const text of writeSection(writing, section, { before: content, facts: shares[index] ?? [] })) {
      content += text
      yield { kind: 'text', text }
    }
    content = `${content.trimEnd()}\n`
    yield { kind: 'text', text: '\n' }
    yield { kind: 'whole', sections: index + 1 }
  }
  const { described, note: undescribed } = await describe(writing, content)
  const note = [...limited.map(limitNote), ...(undescribed === undefined ? [] : [undescribed])].join(' ') || undefined
  yield { kind: 'done', note, content: { content, ...described, estimated_read_time: readMinutes(wordsOf(content)) } }
}

/** Facts of each section; only the missing sections are given any. */
async function sharesOf(
  { facts, request, begun }: Pick<Writing, 'facts' | 'request' | 'begun'>,
  sections: readonly Section[],
): Promise<readonly (readonly ChosenFact[])[]> {
  if (!facts || facts.all.length === 0) return []
  const whole = begun?.whole ?? 0
  const subject = request.target_keyword || request.title
  const missing = sections.slice(whole).map(({ heading }) => ({ heading, subject }))
  return [...sections.slice(0, whole).map(() => []), ...(await facts.shareOut(missing))]
}

async function planArticle({ models, caller, request, signal, facts }: Writing): Promise<z.output<typeof plan>> {
  return models.makeObject({
    caller,
    endpoint: 'content.plan',
    ...planPrompt(request, facts?.all),
    schema: plan,
    signal,
  })
}

/** Returns what a model is asked first, before anything is taken out of it. */
export function planPrompt(request: ContentRequest, facts: readonly ChosenFact[] = []): Prompt {
  const foreign = new ForeignText()
  const sections = planSections(request).map(({ heading, words }) => `${heading} (${words} words)`)
  const usual = sections.join('\n').slice(0, 1500)
  return {
    system: `You plan ${KINDS[request.content_type]}. ${foreign.rule}`,
    prompt: `${material(foreign, request)}\n\n${foreign.block('usual sections', usual)}\n\n${quotations(foreign, facts)}Plan its sections in their order: a heading without a number,
what to say, and how many words. If there is an outline, keep to it; otherwise begin from the usual sections.`,
  }
}

/** The text so far, and the facts that a section is given. */
type Around = { before: string; facts: readonly ChosenFact[] }

/** A section with its heading, which comes with its first words: where nothing follows, no heading is kept. */
async function* writeSection(writing: Run, section: Section, { before, facts }: Around): AsyncGenerator<string> {
  let head = `\n## ${section.heading}\n\n`
  for await (const text of streamSection(writing, section, { before: before + head, facts })) {
    yield head + text
    head = ''
  }
  if (head !== '') yield head
}

function streamSection(
  { models, caller, request, signal, limited }: Run,
  section: Section,
  around: Around,
): AsyncIterable<string> {
  return models.streamText({
    caller,
    endpoint: 'content.section',
    ...sectionPrompt(request, section, around),
    maxTokens: section.words * TOKENS_PER_WORD + EXTRA_TOKENS,
    onLimit: () => limited.push(section.heading),
    signal,
  })
}

function sectionPrompt(request: ContentRequest, section: Section, { before, facts }: Around): Prompt {
  const foreign = new ForeignText()
  const points = foreign.block('plan of the section', [section.heading, ...section.points].join('\n- '))
  return {
    system: `You write one section of ${KINDS[request.content_type]}, as plain Markdown without its heading. Write for the audience that is named, in
short sentences. Invent no numbers, names, quotes or sources. ${foreign.rule}`,
    prompt: `${material(foreign, request)}\n\n${foreign.block('text so far', before.slice(-BEFORE_CHARACTERS))}\n\n${points}\n\n${quotations(foreign, facts)}Write this section in about ${section.words} words.`,
  }
}

function metaPrompt({ target_keyword: keyword }: ContentRequest, content: string): Prompt {
  const foreign = new ForeignText()
  return {
    system: `You describe a text for search engines. ${foreign.rule}`,
    prompt: `${foreign.block('target keyword', keyword)}\n\n${foreign.block('text', content.slice(0, META_READS))}\n\nA description of 120 to 155 characters with the target keyword, and three to six tags.`,
  }
}

/** Texts that a model is asked with for a whole text, in their order, as far as they are known before: what it writes itself is in square brackets. */
export function articlePrompts(
  request: ContentRequest,
  facts: readonly ChosenFact[],
): readonly (Prompt & { endpoint: string })[] {
  const [first] = planSections(request)
  const { heading, words } = first ?? { heading: request.title, words: MIN_SECTION_WORDS }
  const section = { heading, words, points: ['[what the plan says of this section]'] }
  const around = { before: `# ${request.title}\n\n## ${heading}\n\n`, facts }
  return [
    { endpoint: 'content.plan', ...planPrompt(request, facts) },
    { endpoint: 'content.section', ...sectionPrompt(request, section, around) },
    { endpoint: 'content.meta', ...metaPrompt(request, `[the first ${META_READS} characters of the text]`) },
  ]
}

/** The same where only the missing sections of a text are written. Each is told the end of the text so far, which is known for the first of them. */
export async function continuedPrompts(
  request: ContentRequest,
  begun: Begun,
  facts: ChosenFacts,
): Promise<readonly (Prompt & { endpoint: string })[]> {
  const { sections, whole, text } = begun
  const shares = await sharesOf({ facts, request, begun }, sections)
  const missing = sections.slice(whole).map((section, at) => {
    const soFar = at === 0 ? text : `[the last ${BEFORE_CHARACTERS} characters of the text so far]\n`
    const around = { before: `${soFar}\n## ${section.heading}\n\n`, facts: shares[whole + at] ?? [] }
    return { endpoint: 'content.section', ...sectionPrompt(request, section, around) }
  })
  const read = text.length < META_READS ? `${text}\n[the rest of the first ${META_READS} characters]` : text
  return [...missing, { endpoint: 'content.meta', ...metaPrompt(request, read) }]
}

const limitNote = (heading: string): string =>
  `The model wrote more than planned in “${heading}”, whose end is missing: look at it.`

type Described = Pick<GeneratedContent, 'meta_description' | 'suggested_tags'>

/** A text that is there is worth more than its description: where the model fails at that, it is put together from the request. */
async function describe(
  { models, caller, request, signal }: Writing,
  content: string,
): Promise<{ described: Described; note: string | undefined }> {
  try {
    const { meta_description: description, suggested_tags: tags } = await models.makeObject({
      caller,
      endpoint: 'content.meta',
      ...metaPrompt(request, content),
      schema: meta,
      signal,
    })
    return {
      described: {
        meta_description: cutAtWord(description.replaceAll(/\s+/g, ' ').trim(), META_CHARACTERS),
        suggested_tags: [...new Set(tags.map((tag) => tag.replace(/^#/, '').trim()).filter(Boolean))],
      },
      note: undefined,
    }
  } catch (error) {
    if (!(error instanceof ModelError) || error.code === 'aborted') throw error
    const described = {
      meta_description: cutAtWord(`${request.title}. ${request.target_keyword}`.trim(), META_CHARACTERS),
      suggested_tags: significantWords(`${request.target_keyword} ${request.title}`).slice(0, 6),
    }
    return { described, note: `The model gave no description: ${error.message}` }
  }
}

/** Quotations that a person chose, and what is to be done with them. Sources are texts from outside as well, with their names. */
function quotations(foreign: ForeignText, facts: readonly ChosenFact[]): string {
  if (facts.length === 0) return ''
  const blocks = facts.map(({ text, name, place }) =>
    foreign.block('quotation', `“${text}”\nSource: ${name}, ${place}`),
  )
  return `${blocks.join('\n\n')}\n\nUse each quotation where it fits: word for word, in quotation marks, with its source in brackets.\n\n`
}

/** What people typed, or imported into the fields, marked as data. */
function material(foreign: ForeignText, { title, outline, target_keyword: keyword, audience }: ContentRequest): string {
  const fields = [
    ['title', title],
    ['outline', outline],
    ['target keyword', keyword],
    ['audience', audience],
  ] as const
  return fields
    .filter(([, text]) => text !== '')
    .map(([label, text]) => foreign.block(label, text))
    .join('\n\n')
}
