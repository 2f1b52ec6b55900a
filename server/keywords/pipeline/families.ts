import { wordsOf } from './normalise.ts'

/** What somebody searches around the thing that a seed names. */
export type Family = 'software' | 'service' | 'practice' | 'product' | 'food' | 'concept'

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

const SOFTWARE = list(
  'software app apps platform tool tools saas crm erp api plugin extension vpn antivirus firewall database dashboard cms lms chatbot manager suite',
)
const SERVICE = list(
  'subscription subscriptions service services agency agencies consulting consultant consultants cleaning repair delivery insurance hosting coaching course courses lawyer lawyers accountant club box audit',
)
const PRACTICE = list(
  `management marketing automation scoring backup monitoring onboarding training testing planning budgeting accounting bookkeeping recruiting
  forecasting reporting encryption migration optimization optimisation seo advertising writing design development gardening photography cooking running yoga
  recovery response protection sharing signing archiving compliance analysis research engineering selling hiring`,
)
const FOOD = list(
  'coffee brew espresso tea matcha recipe recipes cake bread beans chocolate cheese wine beer pasta pizza juice smoothie soup salad rice honey kombucha',
)
const PRODUCT = list(
  `machine machines grinder laptop laptops phone phones camera cameras chair chairs desk desks bike bikes shoes boots jacket tent mattress pillow
  keyboard mouse monitor headphones speaker printer router key keys drive drives token tokens card cards watch bag bags backpack bottle knife pan oven blender
  lamp sofa table bed car cars tyre tyres tire tires battery batteries drone drones toy toys`,
)

/** Nouns that take no article. */
const MASS = list(
  `${[...PRACTICE].join(' ')} cryptography security privacy software coffee brew tea insurance storage compliance consulting cleaning repair delivery hosting
  bread cheese wine beer chocolate rice honey matcha kombucha advice equipment furniture`,
)

/** The last word decides, as in English the head of a noun phrase comes last; words before it where it says nothing. */
export function familyOf(seed: string): Family {
  for (const word of wordsOf(seed).toReversed()) {
    if (SOFTWARE.has(word)) return 'software'
    if (SERVICE.has(word)) return 'service'
    if (FOOD.has(word)) return 'food'
    if (PRODUCT.has(word)) return 'product'
    if (PRACTICE.has(word)) return 'practice'
  }
  return 'concept'
}

/** How a seed is put into a sentence. */
export type Grammar = { article: string; be: 'is' | 'are'; does: 'does' | 'do' }

export function grammarOf(seed: string): Grammar {
  const head = wordsOf(seed).at(-1) ?? ''
  const isPlural = /[^s]s$/.test(head) && !/(us|is|ics)$/.test(head)
  const isBare = isPlural || MASS.has(head) || familyOf(seed) === 'concept' || !/^[a-z]/.test(seed)
  const article = /^[aeiou]/.test(seed) && !/^(uni|use|eu|one)/.test(seed) ? 'an ' : 'a '
  return { article: isBare ? '' : article, be: isPlural ? 'are' : 'is', does: isPlural ? 'do' : 'does' }
}
