import { useEffect } from 'react'
import { tellBillingReturn } from '#web/lib/billing-return.ts'
import { m } from '#web/messages/app.ts'
import { Main } from '#web/ui/layout/app-frame.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Wordmark } from '#web/ui/layout/wordmark.tsx'

type Props = {
  /** What the address says: `success`, `cancelled`, or anything else from the portal. */
  outcome: string
}

/**
 * Where the pages of the payment provider lead back to. They are open in a tab of their own, whose session is not the one of the
 * tab with the vault: that one continues, this one can be closed.
 */
export function BillingReturnPage({ outcome }: Props) {
  const text = m.settings.plans.back
  const { title, lead } = outcome === 'success' ? text.success : outcome === 'cancelled' ? text.cancelled : text.left
  useEffect(tellBillingReturn, [])
  return (
    <div className="mx-auto flex min-h-dvh max-w-[46rem] flex-col px-5 md:px-8">
      <title>{m.common.pageTitle(title)}</title>
      <header className="flex h-16 shrink-0 items-center">
        <Wordmark />
      </header>
      <Main className="flex flex-col gap-4 pt-6 pb-16">
        <Heading as="h1" look="display">
          {title}
        </Heading>
        <Text tone="soft" size="base">
          {lead}
        </Text>
        <Text size="base">{text.close}</Text>
        <Text>
          <TextLink to="/dashboard?tab=settings&section=billing" reloadDocument>
            {text.toSettings}
          </TextLink>
        </Text>
      </Main>
    </div>
  )
}
