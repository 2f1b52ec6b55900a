import { z } from 'zod'
import { QUOTE_LANGUAGES, QUOTE_LIMITS, sumQuote } from '#contract/sales/quotes.ts'
import { day, line, lines, version } from '#contract/wire/wire-fields.ts'

const { unitMinor } = QUOTE_LIMITS
const quoteLine = z.strictObject({
  text: line(QUOTE_LIMITS.lineCharacters).min(1),
  quantityMilli: z.int().min(1).max(QUOTE_LIMITS.quantityMilli),
  unitMinor: z.int().min(-unitMinor).max(unitMinor),
  taxBasisPoints: z.int().min(0).max(QUOTE_LIMITS.taxBasisPoints),
})
const fields = {
  language: z.enum(QUOTE_LANGUAGES),
  recipient: lines(QUOTE_LIMITS.recipientCharacters).min(1),
  terms: lines(QUOTE_LIMITS.termsCharacters),
  valid_on: day,
  lines: z
    .array(quoteLine)
    .min(1)
    .max(QUOTE_LIMITS.lines)
    .refine((all) => sumQuote(all) !== null),
}
export const newQuote = z.strictObject(fields)
export type NewQuote = z.output<typeof newQuote>
export const changedQuote = z.strictObject({ ...fields, version })
export const sentQuote = z.strictObject({ version })
export const answeredQuote = z.strictObject({ answer: z.enum(['accepted', 'declined']), version })
