/** Ways to have a passage rewritten; `own` is in the words of the person. */
export const REWRITE_WAYS = ['clearer', 'shorter', 'longer', 'formal', 'friendly', 'own'] as const
export type RewriteWay = (typeof REWRITE_WAYS)[number]

/** Characters (UTF-16 code units) of a passage: written twice as long, it still fits into the 8,192 tokens of an uploaded model. */
export const MAX_PASSAGE_CHARACTERS = 6000
/** Text on each side of it, which the model reads and does not rewrite. */
export const MAX_AROUND_CHARACTERS = 1000
export const MAX_INSTRUCTION_CHARACTERS = 300
/** Length of an answer: more than its tokens can have. */
export const MAX_REWRITTEN_CHARACTERS = 40_000
/** Hours in which a rewritten passage is taken into its text. */
export const REWRITTEN_HOURS = 24
