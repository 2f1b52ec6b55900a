import { z } from 'zod'
import { CONTENT_LIMITS, CONTENT_TYPES } from '#contract/studio/content.ts'
import {
  MAX_AROUND_CHARACTERS,
  MAX_INSTRUCTION_CHARACTERS,
  MAX_PASSAGE_CHARACTERS,
  MAX_REWRITTEN_CHARACTERS,
  REWRITE_WAYS,
} from '#contract/studio/rewriting.ts'
import { line, lines } from '../../ai/ai-requests.ts'

/** A passage that is to be rewritten, with what is around it. */
export const rewriteRequest = z
  .strictObject({
    /** The draft that the passage is in, whose room is looked at first. */
    draft: z.uuid().lowercase().optional(),
    title: line(CONTENT_LIMITS.titleCharacters).default(''),
    audience: line(CONTENT_LIMITS.audienceCharacters).default(''),
    content_type: z.enum(CONTENT_TYPES).default('blog'),
    way: z.enum(REWRITE_WAYS),
    instruction: line(MAX_INSTRUCTION_CHARACTERS).default(''),
    passage: lines(MAX_PASSAGE_CHARACTERS).refine((text) => text.trim() !== ''),
    before: lines(MAX_AROUND_CHARACTERS).default(''),
    after: lines(MAX_AROUND_CHARACTERS).default(''),
  })
  .refine(({ way, instruction }) => way !== 'own' || instruction !== '')
export type RewriteRequest = z.output<typeof rewriteRequest>

/** A rewritten passage that is taken into a text. `from` and `to`: place of the original in `content`, in UTF-16 code units. */
export const takenPassage = {
  from: z.int().min(0),
  to: z.int().min(1),
  passage: lines(MAX_REWRITTEN_CHARACTERS).refine((text) => text.trim() !== ''),
  ticket: z.string().max(2000),
}
