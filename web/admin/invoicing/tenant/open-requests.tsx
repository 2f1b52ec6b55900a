import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { REQUEST_LIMITS } from '#contract/invoicing/contracts.ts'
import { formatShortDateTime } from '#web/lib/format.ts'
import type { OpenContractRequest } from '#web/lib/remote/vault-client.ts'
import { contracts as text } from '#web/messages/invoicing/contracts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { namesOf } from '../billing-words.ts'
import { openRequestsQuery } from '../invoicing.queries.ts'
import { useTenantWrite } from './use-tenant-write.ts'

const words = text.operator
type Answer = 'accepted' | 'declined'

/** What organisations ask to have changed, for who runs the installation. Nothing while nobody asks. */
export function OpenRequests() {
  const { data: requests = [] } = useQuery(openRequestsQuery(useVault().invoicing))
  const [asked, setAsked] = useState<{ request: OpenContractRequest; answer: Answer } | null>(null)
  if (requests.length === 0) return null
  return (
    <CardSection aria-label={words.title}>
      <div className="flex flex-col gap-1 p-4">
        <Heading>{words.title}</Heading>
        <Text tone="soft">{words.text}</Text>
      </div>
      <PlainRows label={words.title}>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} onAnswer={(answer) => setAsked({ request, answer })} />
        ))}
      </PlainRows>
      <AnswerDialog asked={asked} onClose={() => setAsked(null)} />
    </CardSection>
  )
}

type RowProps = { request: OpenContractRequest; onAnswer: (answer: Answer) => void }

function RequestRow({ request, onAnswer }: RowProps) {
  const { organisation, kind, wanted, present, note, asked_by_name: person, is_own: isOwn, asked_at: at } = request
  return (
    <PlainRow
      action={
        !isOwn && (
          <span className="flex flex-wrap gap-2">
            <Button size="sm" aria-label={words.acceptLabel(organisation, kind)} onClick={() => onAnswer('accepted')}>
              {words.accept}
            </Button>
            <Button
              size="sm"
              variant="outline"
              aria-label={words.declineLabel(organisation, kind)}
              onClick={() => onAnswer('declined')}
            >
              {words.decline}
            </Button>
          </span>
        )
      }
    >
      <p className="font-semibold">{organisation}</p>
      <p>
        {text.kind(kind)}: {text.request.change(namesOf(kind, present), namesOf(kind, wanted))}
      </p>
      {note !== '' && <Text tone="soft">{text.request.said(note)}</Text>}
      <Text tone="hint" size="xs">
        {words.from(person || words.former)}, {formatShortDateTime(new Date(at))}
      </Text>
      {isOwn && <Text tone="soft">{words.own}</Text>}
    </PlainRow>
  )
}

type DialogProps = { asked: { request: OpenContractRequest; answer: Answer } | null; onClose: () => void }

function AnswerDialog({ asked, onClose }: DialogProps) {
  const title = asked?.answer === 'declined' ? words.declineTitle : words.acceptTitle
  return (
    <Dialog isOpen={asked !== null} onClose={onClose} title={asked ? title(asked.request.organisation) : ''}>
      {asked && <AnswerForm {...asked} onClose={onClose} />}
    </Dialog>
  )
}

function AnswerForm({ request, answer, onClose }: NonNullable<DialogProps['asked']> & { onClose: () => void }) {
  const { invoicing } = useVault()
  const { guarded } = useProtection()
  const { id, kind, present, wanted } = request
  const isAccepted = answer === 'accepted'
  const act = useTenantWrite((reason: string) => guarded(invoicing.answer)(id, answer, reason), {
    done: words[answer],
    failed: words.failed,
    onDone: onClose,
  })
  return (
    <Form onSubmit={({ reason = '' }) => act.mutate(reason.trim())}>
      <Text>
        {text.kind(kind)}: {text.request.change(namesOf(kind, present), namesOf(kind, wanted))}
      </Text>
      <TextArea
        name="reason"
        label={words.reason}
        hint={words.reasonHint}
        rows={3}
        maxLength={REQUEST_LIMITS.reasonCharacters}
        isOptional={isAccepted}
        validate={(reason) => (isAccepted || reason.trim() !== '' ? null : words.reasonMissing)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button type="submit" isBusy={act.isPending}>
          {isAccepted ? words.accept : words.decline}
        </Button>
      </div>
    </Form>
  )
}
