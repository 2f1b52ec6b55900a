import { useQuery } from '@tanstack/react-query'
import { DEVICE_SILENCES } from '#contract/devices/devices.ts'
import { formatBytes, formatCount, formatDateTime, formatShortDateTime } from '#web/lib/format.ts'
import type { OwnDevice } from '#web/lib/remote/vault-client.ts'
import { eventTitle } from '#web/messages/audit/event-words.ts'
import { devices as words } from '#web/messages/devices.ts'
import { Button } from '#web/ui/button/button.tsx'
import { groupByFour } from '#web/ui/code/digit-groups.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Heading, Mono, Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { StateBadge } from './device-row.tsx'
import { fingerprintQuery, historyQuery } from './devices.queries.ts'
import { PauseNotice } from './pause-notice.tsx'
import { useDeviceActions } from './use-device-actions.ts'

const text = words.sheet
const NEVER = 'never'

type Props = { device: OwnDevice | null; onClose: () => void; onRevoke: () => void }

/** Everything that is known of one device. */
export function DeviceSheet({ device, onClose, onRevoke }: Props) {
  const mayRevoke = device !== null && device.state !== 'revoked'
  return (
    <Sheet
      isOpen={device !== null}
      onClose={onClose}
      title={device?.name ?? words.damaged}
      footer={
        mayRevoke && (
          <Button variant="outline-danger" onClick={onRevoke}>
            {text.revoke}
          </Button>
        )
      }
    >
      {device && <DeviceFacts device={device} />}
    </Sheet>
  )
}

function DeviceFacts({ device }: { device: OwnDevice }) {
  const time = (at: string | null) => (at === null ? text.unknown : formatDateTime(new Date(at)))
  return (
    <>
      {device.pause && <PauseNotice pause={device.pause} name={device.name ?? words.damaged} />}
      {!device.isInboxNewest && device.state !== 'revoked' && <Notice tone="attention">{text.oldInbox}</Notice>}
      <FactList
        isNarrow
        facts={[
          [text.state, <StateBadge key="state" state={device.state} />],
          [text.suite, words.suites[device.suite]],
          [text.added, time(device.createdAt)],
          [text.enrolled, time(device.enrolledAt)],
          [text.seen, time(device.lastSeenAt)],
          [text.interval, text.every(device.intervalSeconds / 60)],
          [text.battery, device.battery === null ? text.unknown : text.batteryText(device.battery)],
          [text.firmware, device.firmware ?? text.unknown],
          [text.files, `${formatCount(device.filesReceived)} · ${formatBytes(device.bytesReceived)}`],
          [text.refusals, formatCount(device.refusals)],
          [text.id, <Mono key="id">{device.id}</Mono>],
        ]}
      />
      {device.state !== 'revoked' && <Silence device={device} />}
      <Fingerprint device={device} />
      <History device={device} />
    </>
  )
}

/** After how long without a sign of life its owner is notified. */
function Silence({ device: { id, silenceSeconds } }: { device: OwnDevice }) {
  const { setSilence } = useDeviceActions()
  return (
    <SelectField
      isInForm
      label={text.silence}
      value={String(silenceSeconds ?? NEVER)}
      onChange={(value) =>
        setSilence.mutate({ id, silenceSeconds: DEVICE_SILENCES.find((seconds) => String(seconds) === value) ?? null })
      }
      options={[
        [NEVER, text.silences.never],
        ...DEVICE_SILENCES.map((seconds) => [String(seconds), text.silences[seconds]] as const),
      ]}
    />
  )
}

function Fingerprint({ device }: { device: OwnDevice }) {
  const { devices } = useVault()
  const { data } = useQuery({ ...fingerprintQuery(devices, device.id), enabled: device.enrolledAt !== null })
  return (
    <section aria-label={text.fingerprint} className="flex flex-col gap-2">
      <Heading look="small">{text.fingerprint}</Heading>
      {device.enrolledAt === null && <Text tone="soft">{text.fingerprintNone}</Text>}
      {data === null && <Notice tone="error">{text.fingerprintBad}</Notice>}
      {data && (
        <>
          <Mono>{groupByFour(data)}</Mono>
          <Text tone="hint" size="xs">
            {text.fingerprintText}
          </Text>
        </>
      )}
    </section>
  )
}

function History({ device: { id } }: { device: OwnDevice }) {
  const { audit } = useVault()
  const { data } = useQuery(historyQuery(audit, id))
  return (
    <section aria-label={text.history} className="flex flex-col gap-2">
      <Heading look="small">{text.history}</Heading>
      {data?.length === 0 && <Text tone="soft">{text.noHistory}</Text>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {data.map((event) => (
            <li key={event.id} className="flex flex-wrap justify-between gap-x-3 py-1.5 text-sm">
              <span>{eventTitle(event)}</span>
              <span className="text-ink-2 tabular-nums">{formatShortDateTime(new Date(event.created_at))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
