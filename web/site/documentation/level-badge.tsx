import { documentation } from '#web/messages/site/documentation.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { LEVELS, type Level } from './guide.ts'

/** How much a guide takes for granted: a word, with as many bars filled. */
export function LevelBadge({ level }: { level: Level }) {
  const place = LEVELS.indexOf(level)
  return (
    <span title={documentation.levels[level]}>
      <Badge>
        <svg aria-hidden="true" viewBox="0 0 16 12" className="h-3 w-4">
          {LEVELS.map((one, index) => (
            <rect
              key={one}
              x={index * 6}
              y={8 - index * 4}
              width={4}
              height={4 + index * 4}
              className={index <= place ? 'fill-brand' : 'fill-line'}
            />
          ))}
        </svg>
        {level}
      </Badge>
    </span>
  )
}
