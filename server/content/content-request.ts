import { createHash } from 'node:crypto'
import { z } from 'zod'
import { CONTENT_LIMITS, CONTENT_TYPES } from '#contract/studio/content.ts'
import { line, lines } from '../ai/ai-requests.ts'
import type { ChosenFact } from '../sources/find-facts.ts'

const outline = lines(CONTENT_LIMITS.outlineCharacters)

const NO_TITLE = 'Please enter a title'

/** What is to be written. */
export const contentRequest = z.object({
  title: z.string(NO_TITLE).pipe(line(CONTENT_LIMITS.titleCharacters).min(1, NO_TITLE)),
  outline: z
    .union([
      outline,
      z
        .array(outline)
        .max(100)
        .transform((all) => all.join('\n')),
    ])
    .default(''),
  target_keyword: line(CONTENT_LIMITS.keywordCharacters).default(''),
  audience: line(CONTENT_LIMITS.audienceCharacters).default(''),
  content_type: z.enum(CONTENT_TYPES).default('blog'),
})
export type ContentRequest = z.output<typeof contentRequest>

/** A text with what search engines and lists are told of it. */
export type GeneratedContent = {
  content: string
  meta_description: string
  suggested_tags: string[]
  /** Minutes. */
  estimated_read_time: number
}

/** SHA-256 of what a model was asked, as records have it. */
export function hashOfRequest(
  { title, outline, target_keyword: keyword, audience, content_type: type }: ContentRequest,
  facts: readonly ChosenFact[],
): string {
  const fields = { title, outline, target_keyword: keyword, audience, content_type: type }
  const quoted = facts.map(({ text, name, place }) => ({ text, name, place }))
  const asked = JSON.stringify(quoted.length === 0 ? fields : { ...fields, facts: quoted })
  return createHash('sha256').update(asked).digest('hex')
}
