import type { KeywordSource } from '#contract/keywords/keywords.ts'
import { type Family, familyOf, grammarOf } from './families.ts'
import { dedupe, normalise, wordsOf } from './normalise.ts'
import type { Terms } from './terms.ts'

/** A keyword with its place of origin, and what was imported of it; `null` is unknown, never a guess. */
export type KeywordEntry = {
  keyword: string
  source: KeywordSource
  volume: number | null
  /** In millionths of the currency of the file. */
  cpcMicros: number | null
  /** Keyword difficulty as the file has it. */
  kd: number | null
  clicks: number | null
  impressions: number | null
  position: number | null
}

/** A keyword of which nothing is known but itself. */
export const bareEntry = (keyword: string, source: KeywordSource): KeywordEntry => ({
  keyword,
  source,
  volume: null,
  cpcMicros: null,
  kd: null,
  clicks: null,
  impressions: null,
  position: null,
})

/** `{s}` the seed, `{a}` with its article, `{be}` is or are, `{do}` does or do. */
const COMMON = [
  '{s}',
  'what {be} {a}',
  '{s} guide',
  '{s} explained',
  '{s} for beginners',
  'benefits of {s}',
  '{be} {a} worth it',
  'why use {s}',
  '{s} alternatives',
  '{s} comparison',
  'best {s}',
]
const TEMPLATES: Readonly<Record<Family, readonly string[]>> = {
  software: [
    'how to choose {s}',
    'how to set up {s}',
    'how to use {s}',
    '{s} tutorial',
    'top {s}',
    '{s} reviews',
    'best {s} for small business',
    'open source {s}',
    'free {s}',
    '{s} pricing',
    'how much {do} {s} cost',
    '{s} free trial',
    '{s} demo',
    '{s} integrations',
    '{s} api',
    '{s} login',
  ],
  practice: [
    'how to improve {s}',
    '{s} process',
    '{s} strategy',
    '{s} steps',
    '{s} checklist',
    '{s} template',
    '{s} best practices',
    'common {s} mistakes',
    '{s} software',
    'best {s} tools',
    '{s} services',
    '{s} companies',
    '{s} cost',
    '{s} pricing',
    '{s} quote',
    '{s} examples',
    '{s} case study',
    '{s} statistics',
    '{s} metrics',
    '{s} for small business',
  ],
  concept: [
    'how {do} {s} work',
    'how to implement {s}',
    '{s} best practices',
    '{s} checklist',
    '{s} solutions',
    '{s} vendors',
    '{s} examples',
    '{s} standards',
    '{s} statistics',
    '{s} timeline',
    '{s} for enterprise',
    '{s} cost',
    '{s} pdf',
  ],
  product: [
    'how to use {a}',
    'how to clean {a}',
    'how to choose {a}',
    'how {do} {a} work',
    'best {s} for home',
    '{s} reviews',
    'best {s} under 500',
    'cheap {s}',
    'commercial {s}',
    'buy {s}',
    '{s} for sale',
    '{s} deals',
    'used {s}',
    '{s} near me',
    'how much {do} {a} cost',
    '{s} parts',
    '{s} repair',
    '{s} accessories',
  ],
  food: [
    'how to make {s}',
    'how to store {s}',
    '{s} recipe',
    '{s} ratio',
    '{s} caffeine',
    '{s} calories',
    '{be} {s} good for you',
    'buy {s} online',
    '{s} near me',
    '{s} delivery',
    '{s} price',
    'organic {s}',
    'best {s} brands',
    '{s} types',
  ],
  service: [
    'how {do} {a} work',
    'how to choose {a}',
    'how to cancel {a}',
    '{s} reviews',
    'cheap {s}',
    'best {s} for gifts',
    '{s} near me',
    '{s} price',
    '{s} free trial',
    '{s} discount',
  ],
}
const OF_AUDIENCE = ['{s} for {t}', 'best {s} for {t}']
const OF_PLACE = ['{s} in {t}', 'best {s} in {t}']
const OF_COMPETITOR = ['{t} alternatives', '{t} vs {s}']
/** A longer seed is a sentence already, which templates would only make worse. */
const MAX_EXPANDED_WORDS = 5
const TWICE = /(?:^| )(\S+) \1(?:$| )/

/** The seed itself, and ideas around it, each with its source. Ideas are what people may search, not what they were seen to search. */
export function expandSeed(seed: string, terms: Terms): KeywordEntry[] {
  if (wordsOf(seed).length > MAX_EXPANDED_WORDS || !/[\p{L}\p{N}]/u.test(seed)) return [bareEntry(seed, 'seed')]
  const { article, be, does } = grammarOf(seed)
  const fill = (template: string, term = ''): string =>
    template.replace(
      /\{(\w+)\}/g,
      (_, name: string) => ({ s: seed, a: article + seed, be, do: does, t: term })[name] ?? '',
    )
  const ideas = [
    ...[...COMMON, ...TEMPLATES[familyOf(seed)]].map((template) => fill(template)),
    ...terms.audiences.flatMap((term) => OF_AUDIENCE.map((template) => fill(template, term))),
    ...terms.places.flatMap((term) => OF_PLACE.map((template) => fill(template, term))),
    ...terms.competitors.flatMap((term) => OF_COMPETITOR.map((template) => fill(template, term))),
  ]
  const fitting = ideas.map(normalise).filter((idea) => idea !== '' && !TWICE.test(idea))
  const entries = fitting.map((keyword) => bareEntry(keyword, keyword === seed ? 'seed' : 'idea'))
  return dedupe([bareEntry(seed, 'seed'), ...entries])
}
