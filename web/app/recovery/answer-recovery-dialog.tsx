import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RecoveryToAnswer, isBlocked } from '#web/lib/remote/vault-client.ts'
import { byOthers } from '#web/messages/recovery/by-others.ts'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import { sentenceFor, sentenceOfCode } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { labelOf } from '#web/parts/people/team-view.ts'
import { useProtection } from '#web/parts/vault/use-protection.ts'

const CODE_DIGITS = 20
const text = byOthers.asking

/** Asks for the code that the person said aloud, and hands over one's part only to the request that it belongs to. */
export function AnswerRecoveryDialog({ asked, onClose }: { asked: RecoveryToAnswer | null; onClose: () => void }) {
  return (
    <Dialog isOpen={asked !== null} onClose={onClose} title={asked ? text.dialogTitle(labelOf(asked)) : ''}>
      {asked && <AnswerForm asked={asked} onClose={onClose} />}
    </Dialog>
  )
}

function AnswerForm({ asked, onClose }: { asked: RecoveryToAnswer; onClose: () => void }) {
  const { recovery } = useVault()
  const { guarded } = useProtection()
  const queries = useQueryClient()
  const who = labelOf(asked)
  const onSettled = () => queries.invalidateQueries({ queryKey: ['recovery'] })
  const answer = useMutation({
    // gcTime 0: the code leaves memory with this dialog.
    gcTime: 0,
    mutationFn: (typed: string) => guarded(recovery.answer)({ requestId: asked.id, typed }),
    onSuccess: () => {
      toastDone(text.handed, text.handedText(who))
      onClose()
    },
    onSettled,
  })
  const refuse = useMutation({
    mutationFn: () => guarded(recovery.refuse)(asked.id),
    onSuccess: () => {
      toastDone(text.refused)
      onClose()
    },
    onError: (error) => {
      if (!isQuestionLeft(error)) toastError(text.refuseFailed, sentenceFor(error))
    },
    onSettled,
  })
  return (
    <Form onSubmit={({ code = '' }) => answer.mutate(code)}>
      {isBlocked(asked.trust) && <Notice tone="error">{sentenceOfCode('key_changed')}</Notice>}
      {answer.error && <Notice tone="error">{sentenceFor(answer.error)}</Notice>}
      <Text tone="soft">{text.how(who)}</Text>
      <Text tone="soft">{text.what}</Text>
      <TextField
        name="code"
        label={text.code}
        hint={text.codeHint}
        isMono
        inputMode="numeric"
        autoComplete="off"
        validate={(value) => (value && value.replaceAll(/\D/g, '').length !== CODE_DIGITS ? text.codeShort : null)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={answer.isPending} disabled={isBlocked(asked.trust)}>
          {answer.isPending ? text.busy : text.submit}
        </Button>
        <Button variant="outline" isBusy={refuse.isPending} onClick={() => refuse.mutate()}>
          {refuse.isPending ? text.refusing : text.refuse}
        </Button>
      </div>
    </Form>
  )
}
