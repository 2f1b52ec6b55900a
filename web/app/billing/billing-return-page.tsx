import { useEffect } from 'react'
import { tellBillingReturn } from '#web/lib/billing-return.ts'
import { m } from '#web/messages/app.ts'
import { settings as settingWords } from '#web/messages/settings.ts'
import { Main } from '#web/ui/layout/app-frame.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Wordmark } from '#web/ui/layout/wordmark.tsx'

const OUTCOMES = ['success', 'cancelled', 'paid', 'unpaid'] as const
const INVOICES = '/admin/billing?tab=invoices'

type Props = {
  /** What the address says: `success` or `cancelled` of an order, `paid` or `unpaid` of an invoice, or anything else from the portal. */
  outcome: string
}

/**
 * Where the pages of the payment provider lead back to. They are open in a tab of their own, whose session is not the one of the
 * tab with the vault: that one continues, this one can be closed.
 */
export function BillingReturnPage({ outcome }: Props) {
  const text = settingWords.plans.back
  const { title, lead } = text[OUTCOMES.find((one) => one === outcome) ?? 'left']
  const isInvoice = outcome === 'paid' || outcome === 'unpaid'
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
        <Text size="base">{isInvoice ? text.closeInvoices : text.close}</Text>
        <Text>
          <TextLink to={isInvoice ? INVOICES : '/dashboard?tab=settings&section=billing'} reloadDocument>
            {isInvoice ? text.toInvoices : text.toSettings}
          </TextLink>
        </Text>
      </Main>
    </div>
  )
}
