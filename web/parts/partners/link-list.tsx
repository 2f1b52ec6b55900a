import { Copy, Pause, Play } from 'lucide-react'
import type { PartnerLink } from '#web/lib/remote/vault-client.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Sparkline } from '#web/ui/feedback/sparkline.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { RowList } from '#web/ui/list/row-list.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useNow } from '#web/lib/clock.ts'
import { useAction } from '../action/use-action.ts'
import { useVault } from '../vault/vault-context.ts'
import { PARTNERS_KEY } from './partners.queries.ts'
import { lastDays } from './last-days.ts'

const words = text.links

type Props = { links: readonly PartnerLink[]; canPause?: boolean }

/** Links of a partner with how often they were followed. */
export function LinkList({ links, canPause = false }: Props) {
  return (
    <section aria-label={words.title} className="flex flex-col gap-2">
      <Heading look="small">{words.title}</Heading>
      {links.length === 0 ? (
        <Text tone="soft">{words.empty}</Text>
      ) : (
        <RowList label={words.title}>
          {links.map((link) => (
            <LinkRow key={link.id} link={link} canPause={canPause} />
          ))}
        </RowList>
      )}
      <Text tone="hint" size="xs">
        {words.counted}
      </Text>
    </section>
  )
}

function LinkRow({ link, canPause }: { link: PartnerLink; canPause: boolean }) {
  const { code, path, is_paused: isPaused, visits, days } = link
  const now = useNow()
  const recent = lastDays(days, now)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          /r/{code}
          {isPaused && <Badge tone="copper">{words.paused}</Badge>}
        </p>
        <Text tone="soft" size="xs" className="wrap-anywhere tabular-nums">
          {words.path} {path} ·{' '}
          {words.facts(
            visits,
            recent.reduce((sum, count) => sum + count, 0),
          )}
        </Text>
      </div>
      <div className="w-24">
        <Sparkline values={recent} label={words.chart} />
      </div>
      <div className="flex">
        <IconButton label={words.copy(code)} onClick={() => void copy(`${window.location.origin}/r/${code}`)}>
          <Copy size={16} aria-hidden="true" />
        </IconButton>
        {canPause && <PauseButton link={link} />}
      </div>
    </li>
  )
}

/** Pressing it again takes it back. */
function PauseButton({ link: { id, code, is_paused: isPaused } }: { link: PartnerLink }) {
  const { partners } = useVault()
  const pause = useAction((isOn: boolean) => partners.pauseLink(id, isOn), {
    done: isPaused ? words.didResume : words.didPause,
    failed: text.failedChange,
    keys: [PARTNERS_KEY],
  })
  return (
    <IconButton
      label={isPaused ? words.resumeOne(code) : words.pauseOne(code)}
      disabled={pause.isPending}
      focusableWhenDisabled
      onClick={() => pause.mutate(!isPaused)}
    >
      {isPaused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
    </IconButton>
  )
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    toastDone(words.copied)
  } catch {
    toastError(words.copyFailed)
  }
}
