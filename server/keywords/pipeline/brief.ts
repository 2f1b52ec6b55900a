import type { DifficultyReason, Intent, PageType } from '#contract/keywords/keywords.ts'

type Section = { heading: string; words: number }
export type BriefedCluster = {
  topic: string
  page: PageType
  name: string
  intent: Intent
  difficulty: number
  reason: DifficultyReason
  angles: readonly string[]
  keywords: readonly { keyword: string; source: string; volume: number | null }[]
}
export type Brief = { title: string; words: number; outline: Section[]; questions: string[]; markdown: string }

const QUESTION = /^(who|what|when|where|why|how|which|can|does|do|is|are|should)\b/
const MAX_QUESTIONS = 12
const MAX_LISTED = 200
const REASON: Record<DifficultyReason, string> = {
  head_term: 'short head term',
  commercial: 'buyers type it, so many compete for it',
  brand: 'people look for a certain name',
  middle: 'neither short nor long',
  question: 'a question',
  long_tail: 'long and narrow',
}

const OUTLINES: Readonly<Record<PageType, readonly (readonly [heading: string, words: number])[]>> = {
  pillar: [
    ['{t} in one paragraph', 80],
    ['What {t} is', 250],
    ['How it works', 350],
    ['When it is worth it, and when not', 250],
    ['How to begin', 250],
    ['Questions', 220],
  ],
  'how-to': [
    ['The result, and how long it takes', 80],
    ['What you need first', 120],
    ['Step by step', 600],
    ['Where people get stuck', 200],
    ['Check that it worked', 100],
  ],
  comparison: [
    ['The short answer', 100],
    ['How the options were compared', 150],
    ['The options side by side', 500],
    ['Who each one is for', 250],
    ['Questions', 150],
  ],
  pricing: [
    ['What it costs, in one line', 60],
    ['What the price depends on', 200],
    ['An example with numbers', 250],
    ['Charges that are easy to miss', 150],
    ['How to pay less', 140],
  ],
  proof: [
    ['The figure that matters most', 80],
    ['The evidence, with sources', 450],
    ['What it does not show', 120],
    ['What to do with it', 150],
  ],
  audience: [
    ['{t} for this audience, in one paragraph', 80],
    ['What is different here', 250],
    ['An example from practice', 250],
    ['What to ask before buying', 150],
  ],
  local: [
    ['{t} here, in one paragraph', 80],
    ['Where to find it', 250],
    ['Prices and rules that hold here', 200],
    ['How to choose', 150],
  ],
  versus: [
    ['The short answer', 100],
    ['Where they differ', 350],
    ['Where they do not', 120],
    ['Moving from one to the other', 200],
    ['Who should take which', 130],
  ],
  brand: [
    ['What people come here for', 60],
    ['The way there', 150],
    ['Help', 120],
  ],
}

/** What a writer needs to write one page: an outline, the questions to answer, the keywords and angles. No prose is made up. */
export function briefOf(cluster: BriefedCluster): Brief {
  const { topic, page, name, keywords, angles } = cluster
  const outline = OUTLINES[page].map(([heading, words]) => ({
    heading: capital(heading.replaceAll('{t}', topic)),
    words,
  }))
  const words = outline.reduce((sum, section) => sum + section.words, 0)
  const questions = keywords
    .map(({ keyword }) => keyword)
    .filter((keyword) => QUESTION.test(keyword))
    .slice(0, MAX_QUESTIONS)
  const lines = [
    `# ${plain(capital(name))}`,
    '',
    `Content brief. Intent: ${cluster.intent}. Kind of page: ${page}. About ${words} words.`,
    `Difficulty ${cluster.difficulty} of 100, an estimate (${REASON[cluster.reason]}); no search results were looked at.`,
    '',
    '## Outline',
    '',
    ...outline.map((section, at) => `${at + 1}. ${plain(section.heading)} (${section.words} words)`),
    '',
    ...(questions.length > 0
      ? ['## Questions to answer', '', ...questions.map((one) => `- ${plain(capital(one))}?`), '']
      : []),
    '## Keywords',
    '',
    ...keywords
      .slice(0, MAX_LISTED)
      .map(
        ({ keyword, source, volume }) =>
          `- ${plain(keyword)} (${source.replaceAll('_', ' ')}${volume === null ? '' : `, ${volume} searches a month`})`,
      ),
    ...(keywords.length > MAX_LISTED ? [`- and ${keywords.length - MAX_LISTED} more`] : []),
    '',
    '## Angles',
    '',
    ...angles.map((angle) => `- ${plain(angle)}`),
    '',
  ]
  return { title: capital(name), words, outline, questions, markdown: lines.join('\n') }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
/** Keywords come from anywhere: in Markdown they are text, and neither a link, HTML nor a heading. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>#|~!]/g, String.raw`\$&`)
