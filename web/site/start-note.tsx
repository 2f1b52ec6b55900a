import { clsx } from 'clsx'
import { common } from '#web/messages/common.ts'
import { start } from '#web/messages/site/start.ts'
import { accountCosts } from '#web/lib/account/account-costs.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { useSiteConfig } from './use-site-config.ts'

/** What "Start Free Trial" begins, beside the button: how far the software is, and what an account costs here. */
export function StartNote({ className }: { className?: string }) {
  const config = useSiteConfig()
  return (
    <div className={clsx('max-w-[36rem]', className)}>
      <Text className="font-semibold">{common.release}</Text>
      {/* As high as the longer sentence, so that nothing moves when it comes. */}
      <Text tone="soft" className="mt-1 min-h-[3lh] sm:min-h-[2lh]">
        {config ? accountCosts(config, start) : start.unknown}
      </Text>
    </div>
  )
}
