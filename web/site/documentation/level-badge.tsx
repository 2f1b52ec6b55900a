import { SignalHigh, SignalLow, SignalMedium } from 'lucide-react'
import { documentation } from '#web/messages/site/documentation.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import type { Level } from './guide.ts'

const ICON = { Beginner: SignalLow, Intermediate: SignalMedium, Advanced: SignalHigh } as const satisfies Record<
  Level,
  object
>

/** How much a guide takes for granted: a word, with bars beside it. */
export function LevelBadge({ level }: { level: Level }) {
  const Icon = ICON[level]
  return (
    <span title={documentation.levels[level]}>
      <Badge>
        <Icon size={13} aria-hidden="true" />
        {level}
      </Badge>
    </span>
  )
}
