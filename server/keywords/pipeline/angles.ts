import type { Intent, PageType } from '#contract/keywords/keywords.ts'

type Page = { topic: string; page: PageType; intent: Intent; keywords: readonly string[] }

const QUESTION = /^(who|what|when|where|why|how|which|can|does|do|is|are|should)\b/

/** `{t}` is the topic. What a page of this kind could say that others do not; suggestions, in the language of the templates. */
const ANGLES: Readonly<Record<PageType, readonly string[]>> = {
  pillar: [
    '{t} in plain words: what it is, and what it is not',
    'The five decisions that {t} comes down to',
    'What changed about {t} this year',
  ],
  'how-to': [
    '{t} step by step, with the time each step takes',
    'Where people get stuck with {t}, and the way out',
    'A checklist for {t} to print',
  ],
  comparison: [
    '{t} side by side: one table, the same questions for all',
    'Who each option of {t} is for, and who should not buy it',
    'How we compared {t}: the criteria, in the open',
  ],
  pricing: [
    'What {t} costs in the first year, everything counted',
    'The charges around {t} that no price page shows',
    'When {t} pays for itself: an example with numbers',
  ],
  proof: [
    '{t} in figures, each with its source',
    'One case of {t} from start to result',
    'What the standards say about {t}',
  ],
  audience: [
    '{t} for this audience: a day at work with it',
    'What this audience needs of {t} that others do not',
    'Questions this audience asks before {t}',
  ],
  local: [
    '{t} in this place: who offers it, and what differs',
    'Rules and prices of {t} that hold only here',
    'What customers here say about {t}',
  ],
  versus: [
    '{t}: where each one wins',
    'Moving from one to the other: {t} without a gap',
    '{t} for three kinds of buyers',
  ],
  brand: ['Where to find what you need about {t}', 'Help with {t}: the three questions most people have'],
}
const MAX_ANGLES = 4

/** Ideas for the content of a page. A question that people type comes first: the page should answer it. */
export function anglesFor({ topic, page, intent, keywords }: Page): string[] {
  const question = keywords.find((keyword) => QUESTION.test(keyword))
  const answer = question === undefined ? [] : [`Answer in the first paragraph: “${question}”`]
  const ofPage = ANGLES[page].map((angle) => angle.replaceAll('{t}', topic))
  const ofIntent =
    intent === 'transactional' && page !== 'pricing'
      ? [`What happens after the order: ${topic}, delivery and return`]
      : []
  return [...answer, ...ofPage, ...ofIntent].map(capital).slice(0, MAX_ANGLES)
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
