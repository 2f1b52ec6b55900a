import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CONTACT_LIMITS } from '#contract/growth/contacts.ts'
import { formatDateTime } from '#web/lib/format.ts'
import type { ContactDetails } from '#web/lib/remote/vault-client.ts'
import { contacts as text } from '#web/messages/growth/contacts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Mono } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { RawJson } from '#web/parts/list/row/raw-json.tsx'
import { RecordPanel } from '#web/parts/list/row/record-panel.tsx'
import type { RowSteps } from '#web/parts/list/row/row-panel.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { ConsentMark } from './consent-mark.tsx'
import { ContactForm } from './contact-form.tsx'
import { ContactTimeline } from './contact-timeline.tsx'
import { contactQuery } from './contacts.queries.ts'

const words = text.sheet

type Props = { id: string | null; steps: RowSteps; onClose: () => void }

/** Everything about one contact, and what can be done about it. @param id open while there is one */
export function ContactSheet({ id, steps, onClose }: Props) {
  const { contacts } = useVault()
  const query = useQuery({ ...contactQuery(contacts, id ?? ''), enabled: id !== null })
  return (
    <RecordPanel
      id={id}
      query={query}
      text={{ ...words, retry: text.retry }}
      title={({ contact }) => contact.email}
      loadingTitle={text.title}
      steps={steps}
      onClose={onClose}
    >
      {(details) => <Details details={details} />}
    </RecordPanel>
  )
}

function Details({ details }: { details: ContactDetails }) {
  const [isEdited, setEdited] = useState(false)
  if (isEdited) return <ContactForm contact={details.contact} onDone={() => setEdited(false)} />
  return (
    <>
      {details.suppressed !== null && <Notice tone="attention">{words.suppressed(details.suppressed)}</Notice>}
      <ContactFacts details={details} />
      <ContactActions details={details} onEdit={() => setEdited(true)} />
      <ContactTimeline events={details.events} />
      <RawJson value={details.contact} />
    </>
  )
}

function ContactFacts({ details: { contact } }: { details: ContactDetails }) {
  const { facts } = words
  const { consent_at: since, consent_from: from, consent_text: said, consent_address_hash: hash } = contact
  const optional = (name: string, fact: string): [string, string][] => (fact === '' ? [] : [[name, fact]])
  return (
    <FactList
      isNarrow
      facts={[
        ...optional(text.form.name, contact.name),
        ...optional(text.form.company, contact.company),
        ...optional(text.form.phone, contact.phone),
        ...optional(text.form.tags, contact.tags.join(', ')),
        [facts.source, text.source(contact.source)],
        [facts.added, formatDateTime(new Date(contact.created_at))],
        [facts.consent, <ConsentMark key="consent" consent={contact.consent} />],
        ...optional(facts.since, since === null ? '' : formatDateTime(new Date(since))),
        ...optional(facts.from, from === null ? '' : originOf(from)),
        ...optional(facts.text, said ?? ''),
        ...(hash === null ? [] : [[facts.address, <Mono key="hash">{words.hashed(hash)}</Mono>] as const]),
      ]}
    />
  )
}

/** Where consent came from: one of a few words of ours, or the name of a form. */
const originOf = (from: string): string =>
  from.startsWith('suppression: ') ? words.suppression : (words.from[from] ?? from)

type ActionProps = { details: ContactDetails; onEdit: () => void }

function ContactActions({ details: { contact, suppressed }, onEdit }: ActionProps) {
  const [asked, setAsked] = useState<'confirmed' | 'withdrawn' | null>(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" onClick={onEdit}>
        {words.edit}
      </Button>
      {contact.consent !== 'confirmed' && suppressed === null && (
        <Button variant="outline" onClick={() => setAsked('confirmed')}>
          {words.confirm}
        </Button>
      )}
      {contact.consent !== 'withdrawn' && (
        <Button variant="outline" onClick={() => setAsked('withdrawn')}>
          {words.withdraw}
        </Button>
      )}
      <ConsentDialog id={contact.id} asked={asked} onClose={() => setAsked(null)} />
    </div>
  )
}

type DialogProps = { id: string; asked: 'confirmed' | 'withdrawn' | null; onClose: () => void }

function ConsentDialog({ id, asked, onClose }: DialogProps) {
  const { contacts } = useVault()
  const state = asked ?? 'confirmed'
  const note = useAction((ground: string) => contacts.stateConsent(id, state, ground), {
    done: words.done,
    failed: text.failedChange,
    keys: ['contacts'],
    onDone: onClose,
  })
  const isWithdrawal = state === 'withdrawn'
  return (
    <Dialog isOpen={asked !== null} onClose={onClose} title={isWithdrawal ? words.withdrawTitle : words.confirmTitle}>
      <Form onSubmit={({ ground = '' }) => ground.trim() !== '' && note.mutate(ground.trim())}>
        <TextArea
          name="ground"
          label={words.ground}
          hint={isWithdrawal ? words.withdrawHint : text.form.groundHint}
          rows={3}
          maxLength={CONTACT_LIMITS.groundCharacters}
        />
        <Button type="submit" isBusy={note.isPending} className="self-start">
          {isWithdrawal ? words.withdrawSubmit : words.confirmSubmit}
        </Button>
      </Form>
    </Dialog>
  )
}
