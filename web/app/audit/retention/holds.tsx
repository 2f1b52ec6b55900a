import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatShortDateTime } from '#web/lib/format.ts'
import type { AuditPerson, LegalHold } from '#web/lib/remote/vault-client.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { retention } from '#web/messages/audit/retention.ts'
import { Button } from '#web/ui/button/button.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { personLabel } from '../audit-columns.tsx'
import { peopleQuery } from '../audit.queries.ts'
import { useRetentionWrite } from './use-retention-write.ts'

const text = retention.holds
const MOST_LETTERS = 500
const EVERYTHING = ''

/** Those that are in force, and a way to set another. */
export function Holds({ holds }: { holds: readonly LegalHold[] }) {
  const { data: people = [] } = useQuery(peopleQuery(useVault().audit))
  const [isSetting, setSetting] = useState(false)
  const [released, setReleased] = useState<LegalHold | null>(null)
  const nameOf = (hold: LegalHold) => (hold.person === null ? text.everything : labelOf(people, hold.person))
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <Heading look="small">{text.title}</Heading>
      {holds.length === 0 && <Text tone="soft">{text.none}</Text>}
      {holds.length > 0 && (
        <FactList
          facts={holds.map((hold) => [
            nameOf(hold),
            <Facts key={hold.id} {...{ hold, people }} name={nameOf(hold)} onRelease={() => setReleased(hold)} />,
          ])}
        />
      )}
      <Button variant="outline" className="self-start" onClick={() => setSetting(true)}>
        {text.set}
      </Button>
      <Dialog isOpen={isSetting} onClose={() => setSetting(false)} title={text.set}>
        {isSetting && <HoldForm people={people} onDone={() => setSetting(false)} />}
      </Dialog>
      <Dialog isOpen={released !== null} onClose={() => setReleased(null)} title={text.releaseTitle}>
        {released && <ReleaseForm hold={released} onDone={() => setReleased(null)} />}
      </Dialog>
    </section>
  )
}

type FactsProps = { hold: LegalHold; people: readonly AuditPerson[]; name: string; onRelease: () => void }

function Facts({ hold: { reason, setAt, setBy }, people, name, onRelease }: FactsProps) {
  const setter = setBy === null ? text.somebody : labelOf(people, setBy)
  return (
    <span className="flex flex-wrap items-center justify-between gap-2">
      <span className="min-w-0 flex-1 basis-40">
        {reason}
        <span className="block text-xs text-ink-3">{text.since(formatShortDateTime(new Date(setAt)), setter)}</span>
      </span>
      <Button size="sm" variant="outline" aria-label={text.releaseOf(name)} onClick={onRelease}>
        {text.release}
      </Button>
    </span>
  )
}

function labelOf(people: readonly AuditPerson[], id: string): string {
  const person = people.find(({ userId }) => userId === id)
  return person ? personLabel(person) : auditWords.unnamed(id)
}

function HoldForm({ people, onDone }: { people: readonly AuditPerson[]; onDone: () => void }) {
  const [person, setPerson] = useState(EVERYTHING)
  const save = useRetentionWrite(useVault().audit.setHold, { done: text.done, failed: text.failed, onDone })
  const submit = ({ reason = '' }: Record<string, string>) =>
    save.mutate({ person: person === EVERYTHING ? null : person, reason: reason.trim() })
  return (
    <Form onSubmit={submit}>
      <SelectField
        isInForm
        label={text.about}
        value={person}
        onChange={setPerson}
        options={[
          [EVERYTHING, text.everything],
          ...people.map((one): [string, string] => [one.userId, personLabel(one)]),
        ]}
      />
      <TextField name="reason" label={text.reason} hint={text.reasonHint} maxLength={MOST_LETTERS} autoComplete="off" />
      <Button type="submit" isBusy={save.isPending} className="self-start">
        {save.isPending ? text.busy : text.submit}
      </Button>
    </Form>
  )
}

function ReleaseForm({ hold, onDone }: { hold: LegalHold; onDone: () => void }) {
  const write = { done: text.released, failed: text.notReleased, onDone }
  const save = useRetentionWrite(useVault().audit.releaseHold, write)
  const submit = ({ reason = '' }: Record<string, string>) => save.mutate({ hold: hold.id, reason: reason.trim() })
  return (
    <Form onSubmit={submit}>
      <Text tone="soft">{text.releaseText}</Text>
      <TextField name="reason" label={text.releaseReason} maxLength={MOST_LETTERS} autoComplete="off" />
      <Button type="submit" isBusy={save.isPending} className="self-start">
        {save.isPending ? text.releaseBusy : text.releaseSubmit}
      </Button>
    </Form>
  )
}
