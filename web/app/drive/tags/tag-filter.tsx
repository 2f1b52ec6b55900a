import { Tag, X } from 'lucide-react'
import { type Location, useLocation, useSearchParams } from 'react-router'
import { m } from '#web/messages/app.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { TagDot } from '#web/ui/feedback/tag-dot.tsx'
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx'
import { useTags } from './use-tags.ts'

const PARAMETER = 'tag'

/** The tag that the list is narrowed to, as the address says; `chosen` is undefined for one that is unknown. */
export function useTagFilter() {
  const [parameters, setParameters] = useSearchParams()
  const { tags, tagged } = useTags()
  const { state } = useLocation() as Location<unknown>
  const id = parameters.get(PARAMETER)
  const choose = (tagId: string | null) =>
    setParameters(
      (current) => {
        if (tagId === null) current.delete(PARAMETER)
        else current.set(PARAMETER, tagId)
        return current
      },
      // A name that is looked for stays.
      { state },
    )
  return { tags, tagged, id, chosen: tags.find((tag) => tag.id === id), choose }
}

export type TagFilter = ReturnType<typeof useTagFilter>

/** Narrows the list to one tag; there is no button while nothing can be chosen. */
export function TagFilterMenu({ tags, chosen, choose }: TagFilter) {
  const text = m.documents.filter
  if (tags.length === 0) return null
  return (
    <Menu
      trigger={
        <IconButton label={text.open} className={chosen ? 'border border-brand bg-brand-tint text-brand' : ''}>
          <Tag size={17} aria-hidden="true" />
        </IconButton>
      }
    >
      <div className="max-h-[60dvh] overflow-y-auto">
        {tags.map((tag) => (
          <MenuItem key={tag.id} onClick={() => choose(tag.id)}>
            <TagDot color={tag.color} />
            <span className="max-w-56 truncate">{tag.name}</span>
          </MenuItem>
        ))}
        {chosen && (
          <MenuItem onClick={() => choose(null)}>
            <X size={14} aria-hidden="true" className="-mx-0.5" />
            {text.all}
          </MenuItem>
        )}
      </div>
    </Menu>
  )
}

/** Behind the heading: the tag in force, and the way out of it. */
export function ChosenTag({ chosen, choose }: TagFilter) {
  if (!chosen) return null
  return (
    <span className="inline-flex h-7 max-w-48 min-w-0 items-center gap-1.5 rounded-md border border-line bg-surface pl-2 text-sm max-md:pr-2">
      <TagDot color={chosen.color} />
      <span className="truncate">{chosen.name}</span>
      {/* On a phone the menu has room for it. */}
      <IconButton
        size="sm"
        className="max-md:hidden"
        label={m.documents.filter.clear(chosen.name)}
        onClick={() => choose(null)}
      >
        <X size={14} aria-hidden="true" />
      </IconButton>
    </span>
  )
}
