import { formatDateTime } from '#web/lib/format.ts'
import type { DevicePause } from '#web/lib/remote/vault-client.ts'
import { devices as words } from '#web/messages/devices.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { ReasonList } from '#web/parts/threats/reason-list.tsx'
import { useDeviceActions } from './use-device-actions.ts'

const text = words.pause

/** Why nothing of a device is taken, and the way to let it send again. */
export function PauseNotice({ pause, name }: { pause: DevicePause | null; name: string }) {
  const { resume } = useDeviceActions()
  if (!pause) return null
  return (
    <Notice
      tone="attention"
      action={
        <div className="flex flex-col items-start gap-2 text-ink">
          <Text>{text.text(formatDateTime(new Date(pause.since)))}</Text>
          <ReasonList reasons={pause.reasons} />
          <Text tone="soft">{text.advice}</Text>
          <Button
            size="sm"
            variant="outline"
            isBusy={resume.isPending}
            aria-label={text.liftOf(name)}
            onClick={() => resume.mutate(pause.id)}
          >
            {text.lift}
          </Button>
        </div>
      }
    >
      {text.of(name)}
    </Notice>
  )
}
