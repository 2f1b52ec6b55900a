import { BRIEF_LABEL, type ContentType, readMinutes } from '#contract/studio/content.ts'
import { plain, type SectionFacts, similarityOf } from '#contract/sources/sources.ts'
import { significantWords } from '#contract/sources/significant-words.ts'
import type { ContentRequest, GeneratedContent } from './content-request.ts'

/** Words that a whole text of a kind is planned with: where an editor begins, and no rule of a search engine. */
const TARGET_WORDS: Readonly<Record<ContentType, number>> = { blog: 1200, landing: 500, adcopy: 90, social: 120 }
const MAX_SECTIONS = 14
const MAX_TAGS = 6
const META_CHARACTERS = 155

/** A part of a text that is planned. */
export type PlannedSection = { heading: string; words: number; keyword: string; questions: string[] }

/**
 * Without a model: the plan of a text, in Markdown, for the person who writes it. Its only sentences that could be published are quotations.
 * @param facts of the sources of the organisation, by heading
 */
export function makeBrief(request: ContentRequest, facts: readonly SectionFacts[] = []): GeneratedContent {
  const sections = planSections(request)
  const words = sections.reduce((sum, section) => sum + section.words, 0)
  const tags = tagsOf(request)
  return {
    content: briefText(request, { sections, words, facts }),
    meta_description: metaOf(request),
    suggested_tags: tags,
    estimated_read_time: readMinutes(words),
  }
}

/** Sections with what the text is about, for the facts that fit them. */
export const placesOf = (request: ContentRequest): { heading: string; subject: string }[] =>
  planSections(request).map(({ heading }) => ({ heading, subject: request.target_keyword || request.title }))

/** The sections that somebody typed, or those that texts of this kind usually have. */
export function planSections(request: ContentRequest): PlannedSection[] {
  const typed = headingsOf(request.outline)
  const headings = typed.length > 0 ? typed : usualHeadings(request)
  const total = TARGET_WORDS[request.content_type]
  const words = roundTo(total / headings.length, headings.length > 6 ? 10 : 25)
  return headings.map((heading, at) => ({
    heading,
    words,
    keyword: keywordOf(request, heading, at),
    questions: questionsOf(request, heading, at, headings.length),
  }))
}

const headingsOf = (outline: string): string[] =>
  linesOf(outline)
    .slice(0, MAX_SECTIONS)
    .map((one) => cutAtWord(one, 200))

/** Lines of an outline without their numbers and signs; each once. */
function linesOf(outline: string): string[] {
  const lines = outline
    .split('\n')
    .map((one) => one.replace(/^[\s#>*•–-]*(?:\d{1,2}[.)]\s*)?/, '').trim())
    .filter((one) => one !== '')
  return [...new Set(lines)]
}

function usualHeadings({ target_keyword: keyword, title, audience, content_type: type }: ContentRequest): string[] {
  const subject = keyword || title
  const readers = audience || 'your readers'
  if (type === 'landing') {
    return [
      `The promise: ${subject}`,
      'The problem today',
      'How it works',
      'Proof',
      'Questions and objections',
      'The next step',
    ]
  }
  if (type === 'adcopy') return ['Headline', 'Description', 'Call to action']
  if (type === 'social') return ['First line', 'The one point', 'Call to action']
  return [
    'Introduction',
    `What ${subject} means`,
    `Why it matters to ${readers}`,
    'How to begin, step by step',
    'Mistakes to avoid',
    'Conclusion and next step',
  ]
}

function keywordOf({ target_keyword: keyword, title }: ContentRequest, heading: string, at: number): string {
  const subject = keyword || significantWords(title).slice(0, 3).join(' ')
  if (at === 0 || subject === '') return subject
  const own = significantWords(heading).filter((word) => !subject.toLowerCase().includes(word))
  return own.length === 0 ? subject : `${subject} ${own.slice(0, 2).join(' ')}`
}

function questionsOf(
  { target_keyword: keyword, title, audience }: ContentRequest,
  heading: string,
  at: number,
  count: number,
): string[] {
  const subject = keyword || title
  const readers = audience || 'the reader'
  if (at === 0) {
    return [
      `Which problem with “${subject}” brings ${readers} here?`,
      'What do they get from reading on, in one sentence?',
    ]
  }
  if (at === count - 1) return [`What should ${readers} do next, and what does it cost them?`]
  return [
    `What does ${readers} want to know about “${heading}”?`,
    'Which example, number or source of your own shows it?',
  ]
}

type Plan = { sections: readonly PlannedSection[]; words: number; facts: readonly SectionFacts[] }

function briefText(request: ContentRequest, { sections, words, facts: found }: Plan): string {
  const { title, target_keyword: keyword, audience } = request
  const lines = linesOf(request.outline).length
  const facts = [
    `- Words: about ${words} (${readMinutes(words)} min to read)`,
    `- Target keyword: ${keyword || 'none was given'}`,
    `- Audience: ${audience || 'none was given'}`,
    ...(lines > MAX_SECTIONS
      ? [
          `- Sections: the first ${MAX_SECTIONS} of ${lines} lines of the outline; plan the others as a text of their own`,
        ]
      : []),
  ]
  const parts = sections.map(({ heading, words: target, keyword: own, questions }) =>
    [
      `## ${heading}`,
      '',
      `- Words: about ${target}`,
      ...(own === '' ? [] : [`- Keyword: ${own}`]),
      '- Questions to answer:',
      ...questions.map((question) => `  - ${question}`),
      ...factLines(found.find((one) => one.heading === heading)),
    ].join('\n'),
  )
  return [`# ${title}`, `> ${BRIEF_LABEL}`, facts.join('\n'), ...parts, checksOf(request)].join('\n\n')
}

/** Quotations that fit a section, with how they were found: a person decides. */
function factLines(section: SectionFacts | undefined): string[] {
  if (!section || section.facts.length === 0) return []
  const lines = section.facts.map(
    (fact) => `  - “${plain(fact.text)}” (${plain(fact.name)}, ${fact.place}; ${similarityOf(fact)})`,
  )
  return ['- Facts of your sources:', ...lines]
}

function checksOf({ title, target_keyword: keyword, content_type: type }: ContentRequest): string {
  const named = keyword ? `“${keyword}”` : 'the target keyword'
  const checks = [
    `Title of 30 to 60 characters (now ${title.length})`,
    `${named} in the title, the first paragraph, one heading and the address`,
    `Meta description of 120 to ${META_CHARACTERS} characters that says what the reader gets`,
    'A source for every number and claim',
    'Sentences of 20 words on average at most, one thought in each paragraph',
    ...(type === 'blog' || type === 'landing' ? ['Two links to own pages, and a text for every picture'] : []),
    'One call to action',
  ]
  return ['## Checks before it is published', '', ...checks.map((check) => `- [ ] ${check}`)].join('\n')
}

/** Put together from what was typed, to be rewritten by a person. */
function metaOf({ title, target_keyword: keyword, audience }: ContentRequest): string {
  const named = keyword && !title.toLowerCase().includes(keyword.toLowerCase()) ? `${title}: ${keyword}` : title
  const whole = audience ? `${named}, for ${audience}.` : `${named}.`
  return cutAtWord(whole, META_CHARACTERS)
}

/** @returns a text of at most so many characters, without half a word */
export function cutAtWord(text: string, characters: number): string {
  if (text.length <= characters) return text
  const cut = text.slice(0, characters - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > characters / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/u, '')}…`
}

function tagsOf({ title, target_keyword: keyword, content_type: type }: ContentRequest): string[] {
  const tags = [...(keyword === '' ? [] : [keyword.toLowerCase()]), ...significantWords(title), type]
  return [...new Set(tags)].slice(0, MAX_TAGS)
}

const roundTo = (value: number, step: number): number => Math.max(step, Math.round(value / step) * step)
