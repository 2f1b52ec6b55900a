import { useNow } from '#web/lib/clock.ts'
import { isInForce, type ThreatEnforcement } from '#web/lib/remote/vault-client.ts'
import { Span } from '#web/ui/layout/text.tsx'
import { threatNames } from '#web/parts/threats/threat-names.ts'
import { endWords } from './enforcement-words.ts'
import { LiftButton } from './lift-button.tsx'
import { subjectWords } from './subject-words.ts'
import type { NameOf } from './use-people.ts'

/** One thing that the server does or did, below what it follows from. */
export function EnforcementRow({ enforcement, nameOf }: { enforcement: ThreatEnforcement; nameOf: NameOf }) {
  const now = useNow()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
      <Span size="xs" className="min-w-0 flex-1 basis-44 tabular-nums">
        <strong className="font-semibold">{threatNames.enforcement(enforcement.action)}</strong>
        {`: ${subjectWords(enforcement, nameOf)}, ${endWords(enforcement, now)}`}
      </Span>
      {isInForce(enforcement, now) && <LiftButton enforcement={enforcement} nameOf={nameOf} />}
    </li>
  )
}
