import type { ContentType } from '#contract/studio/content.ts'

/** Fields of a draft as they are typed. */
export type DraftValues = {
  title: string
  outline: string
  target_keyword: string
  audience: string
  content_type: ContentType
  meta_description: string
  /** Separated by commas. */
  tags: string
  content: string
}
