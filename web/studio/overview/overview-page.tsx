import { use } from 'react'
import { studio } from '#web/messages/studio/studio.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { HairlineCell, HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { StudioRooms, studioPath } from '../studio-room.ts'
import { CARDS } from './cards.ts'

type Card = (typeof CARDS)[number]

/** The tools of the studio: each leads to its tab, or says that this version has none. */
export function OverviewPage() {
  const text = studio.overview
  return (
    <div className="flex flex-col gap-4 md:gap-5">
      <PageHead title={studio.title} lead={text.lead} />
      <section aria-label={text.rooms}>
        <HairlineGrid className="sm:grid-cols-2 lg:grid-cols-3">
          {CARDS.map((card) => (
            <ToolCard key={card.tab} card={card} />
          ))}
        </HairlineGrid>
      </section>
    </div>
  )
}

function ToolCard({ card: { tab, Icon } }: { card: Card }) {
  const room = use(StudioRooms).find((one) => one.tab === tab)
  const { title, badge: planned } = studio.overview.cards[tab]
  const badge = room?.badge?.() ?? planned
  return (
    <HairlineCell className="flex flex-col gap-2 text-sm">
      <Icon
        size={22}
        strokeWidth={1.75}
        aria-hidden="true"
        className={room ? 'shrink-0 text-brand' : 'shrink-0 text-ink-3'}
      />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Heading look="small">{room ? <TextLink to={studioPath(tab)}>{title}</TextLink> : title}</Heading>
        {badge !== undefined && <Badge>{badge}</Badge>}
      </div>
      <Text tone="soft">{room ? room.description() : studio.overview.notHere}</Text>
    </HairlineCell>
  )
}
