import { CUSTOM_LIMIT, type Platform, PLATFORM_CHARACTERS, PLATFORMS } from '#contract/studio/platforms.ts'
import { formatCount } from '#web/lib/format.ts'
import type { CalendarList } from '#web/lib/remote/vault-client.ts'
import { social } from '#web/messages/studio/social.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { said } from '../said.ts'
import { useStudioAction } from '../use-studio-action.ts'

const words = social.limits
type Limits = CalendarList['limits']
type Props = { limits: Limits; isOpen: boolean; onClose: () => void }

/** Characters of posts as the organisation wants them; an empty field is what the platform takes as far as we know. */
export function LimitsDialog({ limits, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title}>
      <LimitsForm limits={limits} onClose={onClose} />
    </Dialog>
  )
}

function LimitsForm({ limits, onClose }: Omit<Props, 'isOpen'>) {
  const { calendars } = useVault()
  const save = useStudioAction((given: Limits) => calendars.saveLimits(given), {
    done: words.saved,
    failed: words.failed,
    keys: ['studio-calendars'],
    isQuiet: true,
    onDone: onClose,
  })
  return (
    <Form onSubmit={(typed) => save.mutate(limitsOf(typed))}>
      <Text tone="soft">{words.ownLead}</Text>
      {save.error && <Notice tone="error">{said(save.error)}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        {PLATFORMS.map((platform) => (
          <TextField
            key={platform}
            name={platform}
            label={social.platforms[platform]}
            hint={words.usual(formatCount(PLATFORM_CHARACTERS[platform]))}
            required={false}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={limits[platform] === PLATFORM_CHARACTERS[platform] ? '' : String(limits[platform])}
            validate={(typed) => (limitOf(typed, platform) === undefined ? words.range : null)}
          />
        ))}
      </div>
      <Button type="submit" isBusy={save.isPending} className="self-start">
        {words.save}
      </Button>
    </Form>
  )
}

const limitsOf = (typed: Record<string, string>): Limits =>
  Object.fromEntries(
    PLATFORMS.map((platform) => [platform, limitOf(typed[platform] ?? '', platform)] as const),
  ) as Limits

/** Undefined for what is no limit. */
function limitOf(typed: string, platform: Platform): number | undefined {
  if (typed.trim() === '') return PLATFORM_CHARACTERS[platform]
  const limit = /^\d{1,3}(?:,?\d{3})*$|^\d+$/.test(typed.trim()) ? Number(typed.replaceAll(',', '')) : Number.NaN
  return limit >= CUSTOM_LIMIT.min && limit <= CUSTOM_LIMIT.max ? limit : undefined
}
