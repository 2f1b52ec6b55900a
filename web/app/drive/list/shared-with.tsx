import { Link2 } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import { m } from '#web/messages/app.ts'
import { AvatarStack } from '#web/ui/feedback/avatar.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { type Item, isFolder } from '../item.ts'
import type { Sharing } from './use-sharing-of.ts'

const DAY_MS = 86_400_000
/** `useNow` is behind by so much at most; without it a link for 7 days, made now, would have 8. */
const CLOCK_STEP_MS = 60_000

/** The people who can open a file by their initials, and its links; in words while nobody knows whom. */
export function SharedWith({ item, sharing }: { item: Item; sharing: Sharing | undefined }) {
  const { badge } = m.files
  if (isFolder(item)) {
    if (!sharing) return null
  } else if (!item.isShared) {
    return (
      <Span tone="hint" size="xs">
        {badge.onlyYou}
      </Span>
    )
  }
  if (!sharing) {
    return (
      <Span tone="copper" size="xs" className="flex items-center gap-1">
        <Link2 size={13} aria-hidden="true" className="shrink-0" />
        <span className="max-sm:sr-only">{badge.shared}</span>
      </Span>
    )
  }
  const { people, links } = sharing
  const names = people.map(({ name, email }) => name || email)
  const words = m.files.sharedWith.words(names, links.length)
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={words}>
      <span className="sr-only">{words}</span>
      {people.length > 0 && <AvatarStack people={people.map(({ userId, ...person }) => ({ id: userId, ...person }))} />}
      {links.length > 0 && <LinkMark links={links} isAlone={people.length === 0} />}
    </span>
  )
}

/** Beside people, or where a row is narrow, an icon; alone, how long it is open for. */
function LinkMark({ links, isAlone }: { links: Sharing['links']; isAlone: boolean }) {
  const now = useNow()
  const last = Math.max(...links.map(({ expiresAt }) => Date.parse(expiresAt)))
  const days = Math.max(1, Math.ceil((last - now.getTime() - CLOCK_STEP_MS) / DAY_MS))
  const { sharedWith } = m.files
  return (
    <Span tone="copper" size="xs" aria-hidden="true" className="flex min-w-0 items-center gap-1">
      <Link2 size={13} aria-hidden="true" className="shrink-0" />
      {isAlone && <span className="truncate max-sm:hidden">{sharedWith.link(links.length, days)}</span>}
    </Span>
  )
}
