import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { PLANS, TIERS, type Tier } from '#contract/plans.ts'
import { onBillingReturn } from '#web/lib/billing-return.ts'
import { formatBytes, formatDateTime } from '#web/lib/format.ts'
import { type Subscription, VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { settings as settingWords } from '#web/messages/settings.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { installationQuery } from '#web/parts/vault/installation.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { StorageMeter } from '../storage/storage-meter.tsx'
import { PlanCard } from './plan-card.tsx'
import { subscriptionQuery } from '../../parts/people/settings.queries.ts'

const words = settingWords.plans
const ROW_PX = 64

/** What the person pays for, what they use of it, and what else there is. */
export function BillingSection() {
  const { installation } = useVault()
  const biller = useQuery({ ...installationQuery(installation), select: (facts) => facts.biller })
  if (biller.data === 'off') return <Notice tone="info">{words.off}</Notice>
  return (
    <>
      {biller.data === 'sandbox' && (
        <Notice tone="attention">
          {words.testMode}. {words.testModeText}
        </Notice>
      )}
      <Plan />
    </>
  )
}

function Plan() {
  const { settings } = useVault()
  const { data, error, isFetching, refetch } = useQuery(subscriptionQuery(settings))
  const queries = useQueryClient()
  // A new plan brings another limit.
  const refresh = () => {
    void refetch()
    void queries.invalidateQueries({ queryKey: ['files', 'storage'] })
  }
  const [opened, setOpened] = useState<string | null>(null)
  const comeBack = useEffectEvent(() => {
    setOpened(null)
    refresh()
  })
  useEffect(() => onBillingReturn(comeBack), [])
  const open = (url: string) => {
    globalThis.open(url, '_blank', 'noopener')
    setOpened(url)
  }
  const fail = (what: string, signIn: string) => (problem: Error) => {
    // The page itself changes to the one that signs in.
    if (problem instanceof VaultError && problem.code === 'session_ended') return toastError(words.signInFirst, signIn)
    toastError(settingWords.error, m.files.because(what, sentenceFor(problem)))
  }
  const checkout = useMutation({
    mutationFn: (tier: Tier) => settings.checkout(tier),
    onSuccess: open,
    onError: fail(words.checkoutFailed, words.signInToSubscribe),
  })
  const portal = useMutation({
    mutationFn: () => settings.portal(),
    onSuccess: open,
    onError: fail(words.portalFailed, words.signInToManage),
  })
  const checkAgain = (
    <Button variant="outline" isBusy={isFetching} onClick={refresh}>
      {error ? settingWords.retry : words.refresh}
    </Button>
  )

  if (data === undefined) {
    if (!error) return <SkeletonRows label={settingWords.loading} rows={3} rowHeight={ROW_PX} />
    return (
      <Notice tone="error" action={checkAgain}>
        {m.files.because(words.loadFailed, sentenceFor(error))}
      </Notice>
    )
  }
  return (
    <>
      {opened && (
        <Notice
          tone="info"
          action={
            <span className="flex flex-wrap items-center gap-3">
              <TextLink to={opened} reloadDocument target="_blank" rel="noopener">
                {words.openAgain}
              </TextLink>
              {checkAgain}
            </span>
          }
        >
          {words.notOpened}
        </Notice>
      )}
      <CurrentPlan
        subscription={data}
        action={
          data && (
            <Button variant="outline" isBusy={portal.isPending} onClick={() => portal.mutate()}>
              {portal.isPending ? words.opening : words.manage}
            </Button>
          )
        }
      />
      {!data && <Text tone="soft">{words.same}</Text>}
      {!data && (
        <section aria-label={words.upgrade} className="grid gap-4 lg:grid-cols-3">
          {TIERS.map((tier) => (
            <PlanCard
              key={tier}
              tier={tier}
              isBusy={checkout.isPending && checkout.variables === tier}
              onChoose={() => checkout.mutate(tier)}
            />
          ))}
        </section>
      )}
    </>
  )
}

function FreeText() {
  const { installation } = useVault()
  const { data } = useQuery(installationQuery(installation))
  if (!data) return null
  return words.freeText(data.freeStorageBytes === null ? null : formatBytes(data.freeStorageBytes))
}

function CurrentPlan({ subscription, action }: { subscription: Subscription; action: ReactNode }) {
  return (
    <CardSection aria-label={words.title} className="flex flex-col gap-4 p-4 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <Heading className="flex flex-wrap items-center gap-2">
            {subscription ? PLANS[subscription.tier].name : words.free}
            {subscription && <Badge tone="brand">{words.active}</Badge>}
          </Heading>
          <Text tone="soft" className="mt-0.5">
            {subscription?.endsAt
              ? words.until(formatDateTime(new Date(subscription.endsAt)))
              : !subscription && <FreeText />}
          </Text>
        </div>
        {action}
      </div>
      <div className="max-w-md">
        <StorageMeter />
        <Text tone="hint" size="xs" className="mt-1.5">
          {words.storage}
        </Text>
      </div>
    </CardSection>
  )
}
