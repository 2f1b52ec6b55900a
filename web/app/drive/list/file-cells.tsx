import { Folder, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { formatBytes, formatDateTime, formatTimeAgo } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { isFolder, type Item } from '../item.ts'
import type { TagsOf } from '../tags/use-tags.ts'
import { FileIcon } from './file-icon.tsx'
import { ReceivedMark } from './received-mark.tsx'
import { SharedWith } from './shared-with.tsx'
import type { SharingOf } from './use-sharing-of.ts'
import { ItemTags } from './item-tags.tsx'
import { usedAt } from './file-view.ts'

/** What a row says besides the item itself. */
export type ItemFacts = {
  /** One's own files, not those of a team space: there is something to say about who can open each. */
  isOwn: boolean
  sharingOf: SharingOf
  /** One's own tags on it. */
  tagsOf: TagsOf
  /** Tags by their names, not by their colours alone. */
  showsTagNames: boolean
  /** Where it lies, when the list does not say so itself. */
  placeName: (item: Item) => string | undefined
  /** How many files and folders a folder holds. */
  count: (folderId: string) => number
}
type Props = { item: Item; facts: ItemFacts }

export function ItemIcon({ item, size }: { item: Item; size: number }) {
  return (
    <Span tone={isFolder(item) ? 'brand' : 'hint'} className="shrink-0">
      {isFolder(item) ? (
        <>
          <Folder size={size} strokeWidth={1.75} aria-hidden="true" />
          <span className="sr-only">{m.items.folder}</span>
        </>
      ) : (
        <FileIcon mimeType={item.mimeType} size={size} />
      )}
    </Span>
  )
}

export function ItemName({ item, facts }: Props) {
  const place = facts.placeName(item)
  return (
    <span className="flex items-center gap-2.5">
      <ItemIcon item={item} size={18} />
      <span className="truncate font-semibold" title={item.name}>
        {item.name}
      </span>
      {!isFolder(item) && facts.isOwn && <ReceivedMark item={item} showsWord={facts.showsTagNames} />}
      <ItemTags tags={facts.tagsOf(item)} showsNames={facts.showsTagNames} />
      {place !== undefined && (
        <Span tone="hint" size="xs" className="max-w-2/5 shrink-0 truncate" title={place}>
          {m.items.where(place)}
        </Span>
      )}
    </span>
  )
}

/** Bytes of a file; of a folder how much lies in it. */
export function ItemSize({ item, facts }: Props) {
  return (
    <Span tone="soft" className="whitespace-nowrap">
      {isFolder(item) ? m.items.holds(facts.count(item.id)) : formatBytes(item.sizeBytes)}
    </Span>
  )
}

/** Relative, with the exact time and what happened then on hover. */
export function ItemTime({ item }: { item: Item }) {
  const now = useNow()
  const at = new Date(isFolder(item) ? item.createdAt : usedAt(item))
  const exact = formatDateTime(at)
  const wasOpened = !isFolder(item) && item.lastAccessedAt !== null
  return (
    <time dateTime={at.toISOString()} title={wasOpened ? m.files.opened(exact) : m.files.added(exact)}>
      <Span tone="soft" className="whitespace-nowrap">
        {formatTimeAgo(at, now)}
      </Span>
    </time>
  )
}

/** Who can open a file besides its owner, or what opens the files of a folder; and whether the server could, which the app never does. */
export function ItemSharing({ item, facts }: Props) {
  return (
    <span className="flex items-center gap-1.5">
      {!isFolder(item) && !item.isEncrypted && <Badge tone="danger">{m.files.badge.plain}</Badge>}
      <SharedWith item={item} sharing={facts.sharingOf(item)} />
    </span>
  )
}

/** Name, size and time in two lines; at the end of the second whatever else the column holds. */
export function ItemSummary({ item, facts, children }: Props & { children?: ReactNode }) {
  const place = facts.placeName(item)
  return (
    <span className="flex items-start gap-3">
      <ItemIcon item={item} size={20} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <span className="truncate font-semibold" title={item.name}>
            {item.name}
          </span>
          {item.isStarred && (
            <Span tone="copper" className="shrink-0">
              <Star size={14} fill="currentColor" aria-hidden="true" />
              <span className="sr-only">{m.items.star.is}</span>
            </Span>
          )}
          {!isFolder(item) && facts.isOwn && <ReceivedMark item={item} showsWord={false} />}
          <ItemTags tags={facts.tagsOf(item)} showsNames={false} />
        </span>
        <span className="mt-0.5 flex items-center gap-x-2 overflow-hidden text-xs">
          <ItemSize item={item} facts={facts} />
          <ItemTime item={item} />
          {place !== undefined && (
            <Span tone="hint" className="truncate">
              {m.items.where(place)}
            </Span>
          )}
          {children}
        </span>
      </span>
    </span>
  )
}
