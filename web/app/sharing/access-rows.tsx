import { Link2, UserRound } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime } from '#web/lib/format.ts'
import type { OwnGrant, OwnLink } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Row } from '#web/ui/list/row-list.tsx'
import { dayOf, type Ending, isLate, isOver, untilText } from './share-fields.ts'

type Common = {
  isBusy: boolean
  onStop: () => void
  /** Where rows of several files stand together. */
  fileName?: string
  /** Nobody else opens it while it lies there; out of the trash it is shared as before. */
  isInTrash?: boolean
}

/** A person who can open a file of mine. */
export function GrantRow({ grant, isBusy, onStop, fileName, isInTrash = false }: Common & { grant: OwnGrant }) {
  const { access, page } = m.sharing
  const who = grant.name ? `${grant.name} (${grant.email})` : grant.email
  const now = useNow()
  const until = grant.expiresAt === null ? access.untilStopped : untilText(grant.expiresAt, now)
  const times = `${access.since(dayOf(grant.sharedAt))}, ${until}`
  return (
    <Row
      isSlim={fileName === undefined}
      icon={<UserRound size={18} aria-hidden="true" />}
      title={fileName ?? who}
      detail={fileName === undefined ? times : `${who} · ${times}`}
      badge={<StateBadge of={grant} now={now} isInTrash={isInTrash} />}
      actions={
        <StopButton
          label={fileName === undefined ? access.stopPerson(who) : page.stopPerson(fileName, who)}
          isBusy={isBusy}
          onStop={onStop}
        />
      }
    />
  )
}

type LinkProps = Common & { link: OwnLink; onShow: () => void }

/** A link to a file of mine, with the buttons that show it again and end it. */
export function LinkRow({ link, isBusy, onShow, onStop, fileName, isInTrash = false }: LinkProps) {
  const { access, page } = m.sharing
  const now = useNow()
  // Among those of a file, one that opens others as well says so.
  const name = fileName ?? (link.several ? linkName(link, () => '') : undefined)
  const createdAt = formatDateTime(new Date(link.createdAt))
  const facts = `${access.made(dayOf(link.createdAt))}, ${linkFacts(link, now)}`
  return (
    <Row
      isSlim={fileName === undefined}
      icon={<Link2 size={18} aria-hidden="true" />}
      title={name ?? kindOf(link)}
      detail={name === undefined ? facts : `${kindOf(link)} · ${facts}`}
      badge={
        link.problem === 'changed' ? (
          <Badge tone="danger">{access.changed}</Badge>
        ) : (
          <StateBadge of={link} now={now} isInTrash={isInTrash} />
        )
      }
      actions={
        <>
          {link.problem !== 'changed' && (
            <Button
              variant="outline"
              size="sm"
              aria-label={name === undefined ? access.showLink(createdAt) : page.showLink(name, createdAt)}
              onClick={onShow}
            >
              {link.path === null ? access.change : access.show}
            </Button>
          )}
          <StopButton
            label={name === undefined ? access.stopLink(createdAt) : page.stopLink(name, createdAt)}
            isBusy={isBusy}
            onStop={onStop}
          />
        </>
      }
    />
  )
}

const kindOf = ({ hasPassword }: OwnLink): string =>
  hasPassword ? m.sharing.access.linkWithPassword : m.sharing.access.link

/** Until when, how often it was used, and how many of several files are left. */
export function linkFacts({ expiresAt, downloads, maxDownloads, fileIds, openIds }: OwnLink, now: Date): string {
  const facts = [untilText(expiresAt, now), m.sharing.access.downloads(downloads, maxDownloads)]
  if (openIds.length < fileIds.length) facts.push(m.sharing.several.left(openIds.length, fileIds.length))
  return facts.join(' · ')
}

function StateBadge({ of, now, isInTrash }: { of: Ending; now: Date; isInTrash: boolean }) {
  const { access } = m.sharing
  if (isLate(of, now)) return <Badge>{access.expired}</Badge>
  if (isOver(of, now)) return <Badge>{access.usedUp}</Badge>
  return isInTrash && <Badge tone="warn">{access.inTrash}</Badge>
}

function StopButton({ label, isBusy, onStop }: { label: string; isBusy: boolean; onStop: () => void }) {
  return (
    <Button variant="outline" size="sm" aria-label={label} title={label} disabled={isBusy} onClick={onStop}>
      {m.sharing.access.stop}
    </Button>
  )
}

type Named = Pick<OwnLink, 'several' | 'fileIds'>

/** What a link is called in lists and titles: by its file, or by its folder and how many files it was made for. */
export function linkName({ several, fileIds }: Named, nameOf: (fileId: string) => string): string {
  const [first = ''] = fileIds
  return several ? m.sharing.several.name(several.name, fileIds.length) : nameOf(first)
}
