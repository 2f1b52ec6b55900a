import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import { byOthers } from '#web/messages/recovery/by-others.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { RecoveryWordsField } from '../../../account/recovery-kit/recovery-words-field.tsx'
import { requireWords, sentenceForWords } from '../../../account/recovery-kit/words-problem.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { isKitKnown } from '../../security-score.ts'
import { securityFactsQuery } from '../../security.queries.ts'
import { ProtectionRow } from '../protection-row.tsx'

const words = m.protection.kit

/** When the words of the recovery kit were last typed back, and a way to do it again. */
export function RecoveryKitRow() {
  const facts = useQuery(securityFactsQuery(useVault().security))
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const action = (
    <>
      {facts.data?.hasRecoveryWords && <TextLink to="/recovery-kit">{byOthers.kit.renew}</TextLink>}
      <Button variant="outline" onClick={() => setOpen(true)} disabled={!facts.data?.hasRecoveryWords}>
        {words.check}
      </Button>
    </>
  )

  return (
    <>
      <ProtectionRow name={words.title} lead={words.lead} action={action} query={facts} check="recovery">
        {(known) => {
          const { recoveryCheckedAt } = known
          const isKnown = isKitKnown(known, now)
          return {
            state: isKnown ? 'fine' : 'attention',
            ...(isKnown ? {} : { text: m.security.score.reasons.recovery.bad }),
            fact: recoveryCheckedAt ? words.checkedAt(formatDateTime(new Date(recoveryCheckedAt))) : words.none,
          }
        }}
      </ProtectionRow>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.check}>
        <CheckForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function CheckForm({ onDone }: { onDone: () => void }) {
  const { account, protection } = useVault()
  const queries = useQueryClient()
  const check = useMutation({
    // gcTime 0: the words leave memory with this dialog.
    gcTime: 0,
    mutationFn: async (typed: string) => {
      await requireWords(account, typed)
      await protection.proveRecoveryWords(typed)
    },
    onSuccess: () => {
      toastDone(words.done, words.doneText)
      onDone()
      return queries.invalidateQueries({ queryKey: ['security'] })
    },
  })
  const problem = sentenceForWords(check.error)

  return (
    <Form onSubmit={({ words: typed = '' }) => check.mutate(typed)}>
      <Text tone="soft">{words.dialogLead}</Text>
      {check.error && !problem && <Notice tone="error">{sentenceFor(check.error)}</Notice>}
      <RecoveryWordsField problem={problem} onValueChange={() => problem && check.reset()} />
      <Button type="submit" isBusy={check.isPending}>
        {check.isPending ? words.busy : words.submit}
      </Button>
    </Form>
  )
}
