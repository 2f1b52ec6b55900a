import type { Intent } from '#contract/keywords/keywords.ts'
import { containsTerm, type Terms } from './terms.ts'

type Rule = { intent: Intent; weight: number; pattern: RegExp }

/** On the 1,000 searches of ORCAS-I that people labelled, rules like these were right more often than a model trained on them. */
const RULES: readonly Rule[] = [
  {
    intent: 'navigational',
    weight: 3,
    pattern:
      /\b(log ?in|sign ?in|sign ?up page|portal|official (site|website)|web ?site|home ?page|customer (service|support)|phone number|my account|\w+\.(com|org|net|gov|edu|io))\b|^www\b/,
  },
  {
    intent: 'transactional',
    weight: 3,
    pattern:
      /\b(buy|order|purchase|coupons?|promo codes?|discounts?|deals?|for sale|on sale|cheap(est)?|pric(e|es|ing)|quotes?|subscribe|free trial|download|book(ing)?|rent(al)?|hire|near me|apply (for|online)|register|demo|in stock|delivery)\b/,
  },
  {
    intent: 'commercial',
    weight: 2,
    pattern:
      /\b(best|top( \d+)?|reviews?|vs\.?|versus|alternatives?( to)?|compar(e|ison|isons)|software|tools?|platforms?|apps?|services?|providers?|vendors?|compan(y|ies)|agency|agencies|solutions?|systems?|brands?|cost of|how much|worth it|for (small business(es)?|startups|enterprises?|teams))\b/,
  },
  {
    intent: 'informational',
    weight: 2,
    pattern:
      /\b(guide|tutorial|tips|examples?|ideas|templates?|checklist|definition|meaning|history|learn|course|explained|benefits?|types? of|difference between|statistics|trends|causes?|how to|recipe|facts|pdf|best practices)\b/,
  },
  {
    intent: 'informational',
    weight: 4,
    pattern: /^(who|what|when|where|why|how|which|can|does|do|is|are|should|will|did|was|were|has)\b/,
  },
]

/** A question that asks for an amount is asked by buyers. */
const ASKS_PRICE = /\bhow much\b|\bcost\b/

export type FoundIntent = { intent: Intent; confidence: number }

/** What somebody wants who types this, by rules and by the brands that the organisation named. @returns `confidence` from 0.4 to 0.95 */
export function intentOf(keyword: string, terms: Pick<Terms, 'brands' | 'competitors'>): FoundIntent {
  const isCompared = /\b(alternatives?|vs|versus|compar\w*|reviews?|pricing)\b/.test(keyword)
  if (containsTerm(keyword, [...terms.brands, ...terms.competitors]))
    return isCompared ? { intent: 'commercial', confidence: 0.9 } : { intent: 'navigational', confidence: 0.9 }
  const score = new Map<Intent, number>()
  const add = (intent: Intent, weight: number) => score.set(intent, (score.get(intent) ?? 0) + weight)
  for (const { intent, weight, pattern } of RULES) if (pattern.test(keyword)) add(intent, weight)
  if (ASKS_PRICE.test(keyword)) add('commercial', 4)
  const [first] = [...score].sort(([, one], [, other]) => other - one)
  if (!first) return { intent: 'informational', confidence: 0.4 }
  const all = [...score.values()].reduce((sum, one) => sum + one, 0)
  return { intent: first[0], confidence: Math.min(0.95, 0.5 + (0.45 * first[1]) / all) }
}
