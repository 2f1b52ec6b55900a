import type { VaultTag } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { TagDot, TagLabel } from '#web/ui/feedback/tag-dot.tsx'
import { Span } from '#web/ui/layout/text.tsx'

/** The name has the room; who wants the other tags opens the details. */
const SHOWN_NAMES = 2
const SHOWN_DOTS = 4

/** Tags behind the name of a row: in words where there is room, otherwise their colours. Both are read aloud in words. */
export function ItemTags({ tags, showsNames }: { tags: readonly VaultTag[]; showsNames: boolean }) {
  if (tags.length === 0) return null
  const names = tags.map(({ name }) => name).join(', ')
  const shown = tags.slice(0, showsNames ? SHOWN_NAMES : SHOWN_DOTS)
  const more = tags.length - shown.length
  return (
    <span className="flex shrink-0 items-center gap-1" title={names}>
      <span className="sr-only">{m.documents.tagged(names)}</span>
      <span aria-hidden="true" className="flex items-center gap-1">
        {shown.map((tag) =>
          showsNames ? <TagLabel key={tag.id} {...tag} /> : <TagDot key={tag.id} color={tag.color} />,
        )}
        {more > 0 && (
          <Span tone="hint" size="xs">
            +{more}
          </Span>
        )}
      </span>
    </span>
  )
}
