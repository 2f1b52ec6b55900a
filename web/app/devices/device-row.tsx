import { Cpu, ShieldAlert, TriangleAlert } from 'lucide-react'
import type { DeviceState } from '#contract/devices/devices.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatBytes, formatDateTime, formatShortDateTime } from '#web/lib/format.ts'
import type { OwnDevice, RefusedDelivery } from '#web/lib/remote/vault-client.ts'
import { devices as text } from '#web/messages/devices.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Row } from '#web/ui/list/row-list.tsx'

const TONE = { waiting: 'plain', active: 'brand', silent: 'warn', paused: 'danger', revoked: 'plain' } as const

export function StateBadge({ state }: { state: DeviceState }) {
  return <Badge tone={TONE[state]}>{text.states[state]}</Badge>
}

/** One device: what it is called, how it is, and what came of it. */
export function DeviceRow({ device, onShow }: { device: OwnDevice; onShow: () => void }) {
  const now = useNow()
  const name = device.name ?? text.damaged
  const { suite, state, filesReceived, refusals, codeExpiresAt, lastSeenAt } = device
  const facts = [
    text.suites[suite],
    ...(state === 'waiting' ? [codeText(codeExpiresAt, now)] : [seenText(lastSeenAt), text.files(filesReceived)]),
    ...(refusals > 0 ? [text.refusals(refusals)] : []),
  ]
  return (
    <Row
      icon={device.name === null ? <ShieldAlert size={18} aria-hidden="true" /> : <Cpu size={18} aria-hidden="true" />}
      title={name}
      detail={facts.join(' · ')}
      badge={<StateBadge state={state} />}
      actions={
        <Button size="sm" variant="outline" aria-label={text.details(name)} onClick={onShow}>
          {text.more}
        </Button>
      }
    />
  )
}

type RefusedProps = { file: RefusedDelivery; isBusy: boolean; onDiscard: () => void }

/** What the server showed as a file of a device, and the vault refused. It can only be deleted. */
export function RefusedDeviceRow({ file, isBusy, onDiscard }: RefusedProps) {
  const { refused } = text
  return (
    <Row
      icon={<TriangleAlert size={18} aria-hidden="true" />}
      title={refused.title(file.deviceName)}
      detail={`${refused[file.reason]} · ${formatBytes(file.sizeBytes)}`}
      badge={<Badge tone="danger">{refused.badge}</Badge>}
      actions={
        <Button
          size="sm"
          variant="outline"
          aria-label={refused.discardOf(formatDateTime(new Date(file.arrivedAt)))}
          disabled={isBusy}
          onClick={onDiscard}
        >
          {refused.discard}
        </Button>
      }
    />
  )
}

const seenText = (at: string | null): string =>
  at === null ? text.neverSeen : text.seen(formatShortDateTime(new Date(at)))

function codeText(until: string | null, now: Date): string {
  if (until === null || Date.parse(until) <= now.getTime()) return text.codeOver
  return text.codeUntil(formatShortDateTime(new Date(until)))
}
