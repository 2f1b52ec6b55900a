import type { PageType } from '#contract/keywords/keywords.ts'
import { wordsOf } from './normalise.ts'
import { containsTerm, findTerm, type Terms } from './terms.ts'

const VERSUS = /\b(vs\.?|versus)\b|\b(difference|differences) between\b|\bcompared (to|with)\b/
const ALTERNATIVE = /\b(alternatives?|competitors?|replacement|migrate from|switch from)\b/
const BRAND = /\b(log ?in|sign ?in|portal|official (site|website)|customer (service|support)|phone number|my account)\b/
const PRICING =
  /\b(pric(e|es|ing)|costs?|quote|free trial|demo|how much|cheap(est)?|buy|order|for sale|deals?|coupons?|discounts?|promo|used|refurbished|subscription cost|rent(al)?|delivery|gift cards?|plans?|fees?|roi)\b/
const LOCAL = /\bnear (me|by|you)\b|\bnearby\b|\blocal\b/
const PROOF =
  /\b(statistics|stats|examples?|case stud(y|ies)|standards?|timeline|metrics|trends|benchmarks?|reports?|certifi(cation|cations|ed)|compliance|calories|caffeine|facts|market size)\b/
const HOW_TO =
  /^(how (to|do|does|can|long|often|many)|can (i|you)|should i)\b|\b(set ?up|install(ation)?|tutorial|steps|process|checklist|templates?|best practices|strategy|strategies|mistakes|tips|recipes?|ratio|implement(ation)?|troubleshooting|not working|clean(ing)?|repair|maintenance|instructions|configure|use)\b/
const COMPARISON =
  /\b(best|top( \d+)?|comparisons?|compare|reviews?|rated|ranking|list of|vendors?|companies|providers?|open source|free)\b/
const AUDIENCE =
  /\bfor (?!beginners\b|sale\b|free\b|dummies\b|home\b|me\b|you\b)(?:the |my |your |a )?(\w+(?: \w+){0,2})$/
/** Audiences that stand before what they use: "enterprise password manager". */
const AUDIENCE_WORDS =
  /\b(small business(es)?|smb|enterprise|startups?|freelancers?|nonprofits?|students?|families|healthcare|hospitals?|law firms?|agencies|schools?|teams)\b/

/** The kind of page that a keyword belongs on: the first rule that fits, from the narrowest to the widest. */
export function pageTypeOf(keyword: string, terms: Terms): PageType {
  const named = containsTerm(keyword, [...terms.competitors, ...terms.brands])
  if (VERSUS.test(keyword) || (named && ALTERNATIVE.test(keyword))) return 'versus'
  if (BRAND.test(keyword)) return 'brand'
  if (PRICING.test(keyword)) return 'pricing'
  if (LOCAL.test(keyword) || containsTerm(keyword, terms.places)) return 'local'
  if (containsTerm(keyword, terms.audiences) || AUDIENCE_WORDS.test(keyword) || AUDIENCE.test(keyword))
    return 'audience'
  if (PROOF.test(keyword)) return 'proof'
  if (HOW_TO.test(keyword)) return 'how-to'
  if (COMPARISON.test(keyword) || ALTERNATIVE.test(keyword)) return 'comparison'
  return named ? 'brand' : 'pillar'
}

/** Words that say which page is meant, and nothing of its subject. */
const MODIFIERS = new Set(
  `a an the of in on at to with and or my your is are do does did can should i you it for by from what why when where which who how
  vs versus best top cheap cheapest free open source compare comparison comparisons review reviews alternative alternatives vendor vendors
  companies provider providers pricing price prices cost costs quote trial demo much buy order sale deal deals coupon coupons discount discounts
  used near me nearby local online statistics stats example examples case study studies standards timeline metrics trends benchmark benchmarks report reports
  tutorial step steps process checklist template templates practices strategy mistakes tips guide explained beginners beginner benefit benefits
  worth use using meaning definition types type list plan plans fee fees login difference between choose set setup up rated work works make people`.split(
    /\s+/,
  ),
)

/** The subject of a keyword: what is left without the words that only say which page is meant. */
export function subjectOf(keyword: string, terms: Terms): string {
  const left = new Set(
    [findTerm(keyword, terms.audiences), findTerm(keyword, terms.places)].flatMap((term) => wordsOf(term ?? '')),
  )
  const behindFor = AUDIENCE.exec(keyword)
  const text = behindFor ? keyword.slice(0, behindFor.index) : keyword
  const kept = wordsOf(text.replace(/\btop \d+\b/, '')).filter((word) => !MODIFIERS.has(word) && !left.has(word))
  return kept.join(' ') || keyword
}
