import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { CONTACT_LIMITS, CONTACT_SOURCES } from '#contract/growth/contacts.ts'
import type { Audience, AudienceRules } from '#web/lib/remote/vault-client.ts'
import { contacts } from '#web/messages/growth/contacts.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { newsletters } from '#web/messages/growth/newsletters.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { DateField, SelectField } from '#web/ui/form/filter-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { contactRules } from '../contacts/contact-filters.ts'
import { contactsQuery } from '../contacts/contacts.queries.ts'
import { audienceCountQuery, newslettersQuery } from '../newsletters/newsletters.queries.ts'
import { useAction } from '#web/parts/action/use-action.ts'

const text = newsletters.audiences

type Chosen = { source: string; tag: string; company: string; from: string; to: string; clicked: string }

/** The day of a stored time, where the person is; of an excluded end the day before. */
function dayOf(time: string | undefined, daysLater: number): string {
  if (time === undefined) return ''
  const at = new Date(time)
  const day = new Date(at.getFullYear(), at.getMonth(), at.getDate() + daysLater)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

const chosenOf = ({ source, tag, company, from, to, clicked }: AudienceRules): Chosen => ({
  source: source ?? '',
  tag: tag ?? '',
  company: company ?? '',
  from: dayOf(from, 0),
  to: dayOf(to, -1),
  clicked: clicked ?? '',
})

function audienceRulesOf({ company, clicked, ...filters }: Chosen): AudienceRules {
  const { search: _search, consent: _consent, ...rules } = contactRules({ ...filters, search: '', consent: '' })
  return { ...rules, ...(company.trim() && { company: company.trim() }), ...(clicked && { clicked }) }
}

type Props = { audience: Audience | null; onDone: () => void }

/** A new audience, or other rules of one, with how many they let through as they are chosen. */
export function AudienceForm({ audience, onDone }: Props) {
  const { newsletters: client } = useVault()
  const [chosen, setChosen] = useState<Chosen>(() => chosenOf(audience?.rules ?? {}))
  const rules = audienceRulesOf(chosen)
  const save = useAction((name: string) => client.saveAudience(audience?.id ?? null, { name, rules }), {
    done: text.saved,
    failed: newsletters.failedChange,
    keys: ['audiences'],
    isQuiet: true,
    onDone,
  })
  const set = (name: keyof Chosen) => (value: string) => setChosen((now) => ({ ...now, [name]: value }))
  return (
    <Form onSubmit={({ name = '' }) => save.mutate(name.trim())}>
      {save.error && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
      <TextField name="name" label={text.name} maxLength={100} autoComplete="off" defaultValue={audience?.name ?? ''} />
      <RuleFields chosen={chosen} set={set} />
      <TextField
        name="company"
        label={text.company}
        isOptional
        autoComplete="off"
        maxLength={CONTACT_LIMITS.companyCharacters}
        defaultValue={chosen.company}
        onValueChange={set('company')}
      />
      <LiveCount rules={rules} />
      <Button type="submit" isBusy={save.isPending} className="self-start">
        {text.save}
      </Button>
    </Form>
  )
}

type FieldsProps = { chosen: Chosen; set: (name: keyof Chosen) => (value: string) => void }

function RuleFields({ chosen, set }: FieldsProps) {
  const vault = useVault()
  const { data: known } = useInfiniteQuery(contactsQuery(vault.contacts, {}))
  const { data: sent } = useInfiniteQuery(newslettersQuery(vault.newsletters))
  const any = ['', text.any] as const
  const tags = new Set([...(chosen.tag ? [chosen.tag] : []), ...(known?.pages[0]?.tags ?? [])])
  const letters = (sent?.pages ?? []).flatMap((page) => page.newsletters).filter(({ counts }) => counts.sent > 0)
  return (
    <>
      <SelectField
        isInForm
        label={contacts.filters.source}
        value={chosen.source}
        onChange={set('source')}
        options={[any, ...CONTACT_SOURCES.map((one) => [one, contacts.source(one)] as const)]}
      />
      <SelectField
        isInForm
        label={contacts.filters.tag}
        value={chosen.tag}
        onChange={set('tag')}
        options={[any, ...[...tags].map((tag) => [tag, tag] as const)]}
      />
      <SelectField
        isInForm
        label={text.clicked}
        value={chosen.clicked}
        onChange={set('clicked')}
        options={[any, ...letters.map(({ id, subject }) => [id, subject] as const)]}
      />
      <div className="grid grid-cols-2 gap-3">
        <DateField label={contacts.filters.from} value={chosen.from} onChange={set('from')} />
        <DateField label={contacts.filters.to} value={chosen.to} onChange={set('to')} />
      </div>
    </>
  )
}

function LiveCount({ rules }: { rules: AudienceRules }) {
  const asked = useDeferredValue(rules)
  const { data, error } = useQuery({
    ...audienceCountQuery(useVault().newsletters, asked),
    placeholderData: (before) => before,
  })
  if (error) return <Notice tone="error">{sentenceFor(error)}</Notice>
  return <Notice tone="info">{data ? text.size(data.agreed, data.contacts) : newsletters.send.counting}</Notice>
}
