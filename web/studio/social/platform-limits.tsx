import {
  ADDRESS_WEIGHT,
  type Platform,
  PLATFORM_CHARACTERS,
  PLATFORMS,
  SOCIAL_LIMITS,
  WEIGHED_PLATFORM,
} from '#contract/studio/platforms.ts'
import { useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import type { CalendarList } from '#web/lib/remote/vault-client.ts'
import { social } from '#web/messages/studio/social.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { LimitsDialog } from './limits-dialog.tsx'

const words = social.limits

/** How long posts may be: what is shown here is what posts are held to. */
export function PlatformLimits({ limits }: { limits: CalendarList['limits'] }) {
  const [isOpen, setOpen] = useState(false)
  const columns: TableColumn<Platform>[] = [
    { id: 'platform', header: words.platform, cell: (one) => social.platforms[one] },
    { id: 'characters', header: words.characters, cell: (one) => charactersCell(one, limits[one]) },
    { id: 'counting', header: words.counting, from: 'sm', cell: countingCell },
  ]
  return (
    <CardSection aria-label={words.title}>
      <div className="flex flex-col gap-1 p-4">
        <div className="flex items-center justify-between gap-2">
          <Heading look="small">{words.title}</Heading>
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            {words.change}
          </Button>
        </div>
        <Text size="sm" tone="hint">
          {words.lead} {words.hashtags(SOCIAL_LIMITS.hashtags, SOCIAL_LIMITS.hashtagCharacters)}
        </Text>
      </div>
      <Table<Platform> label={words.title} rows={PLATFORMS} rowId={(one) => one} columns={columns} />
      <LimitsDialog limits={limits} isOpen={isOpen} onClose={() => setOpen(false)} />
    </CardSection>
  )
}

function charactersCell(platform: Platform, limit: number) {
  const usual = PLATFORM_CHARACTERS[platform]
  return (
    <span className="tabular-nums">
      {formatCount(limit)}
      {limit !== usual && ` (${words.own(formatCount(usual))})`}
    </span>
  )
}

const countingCell = (platform: Platform) =>
  platform === WEIGHED_PLATFORM ? words.weighed(ADDRESS_WEIGHT) : words.each
