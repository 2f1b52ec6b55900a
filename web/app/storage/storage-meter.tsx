import { useQuery } from '@tanstack/react-query'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { formatBytes } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Meter } from '#web/ui/feedback/progress.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { storageLevel, storageQuery } from './storage.queries.ts'

const words = m.storage
const METER_TONE = { normal: 'normal', 'nearly-full': 'attention', full: 'failed' } as const

/** What is used of the storage, and how full that is: by a word and a sign, not by the colour alone. */
export function StorageMeter({ linksToPlan = false }: { linksToPlan?: boolean }) {
  const { settings } = useVault()
  const { data } = useQuery(storageQuery(settings))
  if (!data) return null
  const { usedBytes, limitBytes } = data
  const { part, level } = storageLevel(data)
  const Sign = level === 'full' ? CircleAlert : TriangleAlert
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="flex flex-wrap justify-between gap-x-2">
        <Span tone="hint">{words.label}</Span>
        <span className="tabular-nums">
          {limitBytes === null ? formatBytes(usedBytes) : words.usedOf(formatBytes(usedBytes), formatBytes(limitBytes))}
        </span>
      </p>
      {part !== null && <Meter label={words.label} value={part} tone={METER_TONE[level]} />}
      {data.isOwnLimit && <Span tone="hint">{words.ownLimit}</Span>}
      {level !== 'normal' && (
        <p className="flex flex-wrap items-center justify-between gap-x-2">
          <Span
            tone={level === 'full' ? 'danger' : 'copper'}
            className="inline-flex items-center gap-1.5 font-semibold"
          >
            <Sign size={15} aria-hidden="true" />
            {level === 'full' ? words.full : words.nearlyFull}
          </Span>
          {linksToPlan && !data.isOwnLimit && <TextLink to={words.planPath}>{words.changePlan}</TextLink>}
        </p>
      )}
    </div>
  )
}
