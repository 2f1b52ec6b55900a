import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import type { PolicyView } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { byOthers } from '#web/messages/recovery/by-others.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { policyQuery } from './recovery.queries.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { RecoverySetupDialog } from './recovery-setup-dialog.tsx'
import { labelOf } from '#web/parts/people/team-view.ts'

const text = byOthers.setup

/** For who manages security: whom the organisation names to let members back in. */
export function RecoverySetup() {
  const { recovery } = useVault()
  const query = useQuery(policyQuery(recovery))
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const policy = query.data?.policy ?? null
  const problem = query.data?.problem ?? query.error

  return (
    <CardSection aria-label={byOthers.title}>
      <div className="flex flex-wrap items-start justify-between gap-3 p-4">
        <div className="min-w-0 flex-1 basis-72">
          <Heading>{byOthers.title}</Heading>
          <Text tone="soft" className="mt-0.5 max-w-prose">
            {text.lead}
          </Text>
        </div>
        {query.data && (
          <Button ref={button} variant="outline" onClick={() => setOpen(true)}>
            {policy ? text.change : text.start}
          </Button>
        )}
      </div>
      <div className="flex flex-col gap-3 px-4 pb-4">
        {problem && <Notice tone="error">{m.files.because(byOthers.loadFailed, sentenceFor(problem))}</Notice>}
        {policy && <Decided policy={policy} />}
        {query.data && !policy && !problem && <Text tone="soft">{text.none}</Text>}
      </div>
      <RecoverySetupDialog isOpen={isOpen} onClose={() => setOpen(false)} finalFocus={button} policy={policy} />
    </CardSection>
  )
}

function Decided({ policy }: { policy: PolicyView }) {
  const { author, holders, threshold, decidedAt } = policy
  const names = holders.map((one) => (one.isMember ? labelOf(one) : byOthers.agreement.someoneLeft))
  return (
    <>
      <Text className="font-semibold">{text.summary(threshold, holders.length)}</Text>
      <FactList facts={[[text.people, names.join(', ')]]} />
      <Text tone="soft" size="xs">
        {text.decided(labelOf(author), formatDateTime(new Date(decidedAt)))}
      </Text>
    </>
  )
}
