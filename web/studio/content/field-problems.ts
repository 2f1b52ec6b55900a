import { CONTENT_LIMITS } from '#contract/studio/content.ts'
import { content as words } from '#web/messages/studio/content.ts'
import { lengthProblem } from '#web/ui/form/text-limit.ts'
import { listProblem } from '../entry-limits.ts'
import type { DraftValues } from './draft-values.ts'

export type FieldProblems = Partial<Record<keyof DraftValues, string>>

/** Sentences for what a server would not take as it is typed. Nothing is cut. */
export function problemsOf(fields: DraftValues): FieldProblems {
  const { title, outline, target_keyword: keyword, audience, meta_description: meta, tags, content } = fields
  const found = {
    title: lengthProblem(title.trim(), CONTENT_LIMITS.titleCharacters),
    outline: lengthProblem(outline, CONTENT_LIMITS.outlineCharacters),
    target_keyword: lengthProblem(keyword.trim(), CONTENT_LIMITS.keywordCharacters),
    audience: lengthProblem(audience.trim(), CONTENT_LIMITS.audienceCharacters),
    meta_description: lengthProblem(meta.trim(), CONTENT_LIMITS.metaCharacters),
    tags: listProblem(tagsOf(tags), { most: CONTENT_LIMITS.tags, characters: CONTENT_LIMITS.tagCharacters }),
    content:
      textSize(content) > CONTENT_LIMITS.contentBytes ? words.textTooLong(CONTENT_LIMITS.contentBytes / 1024) : null,
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null))
}

/** Tags as they are typed, separated by commas; each once. */
export const tagsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

const textSize = (text: string): number => new TextEncoder().encode(text).length
