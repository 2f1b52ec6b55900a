import type { ReactNode } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime, formatTimeAgo } from '#web/lib/format.ts'
import { type Detection, isInForce } from '#web/lib/remote/vault-client.ts'
import { threats } from '#web/messages/threats/threats.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { ReasonList } from './reason-list.tsx'
import { threatNames } from './threat-names.ts'

const text = threats.noticed

export const whenOf = ({ lastAt }: Pick<Detection, 'lastAt'>, now: Date): string => formatTimeAgo(new Date(lastAt), now)

type Props = {
  detection: Detection
  /** What was done about it, in more than a word. */
  children?: ReactNode
}

/** What was noticed, when, why, what was done about it, and what its person said. */
export function DetectionFacts({ detection, children }: Props) {
  const now = useNow()
  const { detector, reasons, enforcement, enforcements, times, answer, lastAt, isDryRun } = detection
  const isDone = enforcement !== 'none' && !isDryRun && enforcements.length > 0
  const isOn = enforcements.some((one) => isInForce(one, now))
  return (
    <div className="flex flex-col gap-1.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <strong className="font-semibold">{threatNames.detector(detector)}</strong>
        {isDone && <Badge tone={isOn ? 'warn' : 'plain'}>{isOn ? text.inForce : text.over}</Badge>}
        {isDryRun && <Badge>{text.dryRun}</Badge>}
        <Span tone="hint" size="xs" className="tabular-nums" title={formatDateTime(new Date(lastAt))}>
          {whenOf(detection, now)}
          {times > 1 && ` · ${text.times(times)}`}
        </Span>
      </span>
      <ReasonList reasons={reasons} />
      {children ?? (
        <Span tone="soft" size="xs">
          {isDryRun
            ? text.wouldBe(threatNames.enforcement(enforcement))
            : text.done(threatNames.enforcement(enforcement))}
        </Span>
      )}
      {answer !== null && (
        <Span tone="soft" size="xs">
          {text.answer(answer === 'me' ? text.me : text.notMe)}
        </Span>
      )}
    </div>
  )
}
