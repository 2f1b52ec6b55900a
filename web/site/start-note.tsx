import { clsx } from 'clsx'
import { common } from '#web/messages/common.ts'
import { start } from '#web/messages/site/start.ts'
import { Text } from '#web/ui/layout/text.tsx'
import type { SiteConfig } from './site-config.ts'
import { useSiteConfig } from './use-site-config.ts'

/** What "Start Free Trial" begins, beside the button: how far the software is, and what an account costs here. */
export function StartNote({ className }: { className?: string }) {
  const config = useSiteConfig()
  return (
    <div className={clsx('max-w-[36rem]', className)}>
      <Text className="font-semibold">{common.release}</Text>
      {/* As high as the longer sentence, so that nothing moves when it comes. */}
      <Text tone="soft" className="mt-1 min-h-[3lh] sm:min-h-[2lh]">
        {config ? costs(config) : start.unknown}
      </Text>
    </div>
  )
}

/** What an account costs on this server. It claims nothing that no setting says. */
export function costs({ billing, trial_days: days, free_storage_bytes: bytes }: CostSettings): string {
  const free = start.free(bytes)
  if (billing === 'off') return free
  const paid = days > 0 ? start.trial(days) : start.noTrial
  return billing === 'sandbox' ? `${free} ${start.sandbox}` : `${free} ${paid}`
}

type CostSettings = Pick<SiteConfig, 'billing' | 'trial_days' | 'free_storage_bytes'>
