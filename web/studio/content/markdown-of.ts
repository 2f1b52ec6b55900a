import { BRIEF_LABEL, markdownFile, slugOf } from '#contract/studio/content.ts'
import type { OpenDraft } from '#web/lib/remote/vault-client.ts'
import type { DraftValues } from './draft-values.ts'
import { tagsOf } from './field-problems.ts'

/** The file of a text as it is on the screen, saved or not. */
export function markdownOf(fields: DraftValues, open: OpenDraft | undefined): { name: string; text: string } {
  const { title: typed, content, meta_description: meta, target_keyword: keyword } = fields
  const title = typed.trim()
  const text = markdownFile(
    { title, content, meta: meta.trim(), keyword: keyword.trim(), tags: tagsOf(fields.tags) },
    labelOf(content, open),
  )
  return { name: `${slugOf(title)}.md`, text }
}

/** A label stays with the text of a model for good; a brief that a person has written over is none any longer. */
function labelOf(content: string, open: OpenDraft | undefined): string | undefined {
  const label = open?.label ?? undefined
  const isChanged = content !== open?.current?.content.replaceAll('\r\n', '\n')
  return label === BRIEF_LABEL && isChanged ? undefined : label
}
