import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditCategory, Risk } from '#contract/audit/audit-events.ts'
import {
  AUDIT_CATEGORIES,
  formatsOf,
  RISKS,
  STREAM_KINDS,
  type StreamFormat,
  type StreamKind,
} from '#contract/audit/event-streams.ts'
import { type EventStream, type StreamFields, type StreamPlace, VaultError } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { streams as text } from '#web/messages/streams.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { Unfold } from '#web/ui/layout/disclosure.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

const words = text.form
const ADDRESS_CODES = ['address_private', 'address_needs_https', 'address_unfit', 'host_unknown']

type Props = { stream?: EventStream; onDone: () => void; onSecret: (secret: string) => void }

/** A new stream, or another address or filter of one that is there; its kind stays. */
export function StreamForm({ stream, onDone, onSecret }: Props) {
  const [kind, setKind] = useState<StreamKind>(stream?.kind ?? 'webhook')
  const [chosenFormat, setFormat] = useState<StreamFormat>(stream?.format ?? 'json')
  const [categories, setCategories] = useState<AuditCategory[]>(stream?.categories ?? [])
  const [risk, setRisk] = useState<Risk>(stream?.least_risk ?? 'low')
  const [from, setFrom] = useState<StreamPlace>('now')
  const save = useSave({ stream, kind, from, onDone, onSecret })
  const addressProblem = isAboutAddress(save.error) ? sentenceFor(save.error) : null
  const formats = formatsOf(kind)
  const format = formats.includes(chosenFormat) ? chosenFormat : 'json'
  const submit = ({ name = '', address = '', secret = '', ca = '' }: Record<string, string>) =>
    save.mutate({
      name: name.trim(),
      address: address.trim(),
      format,
      categories,
      least_risk: risk,
      ca: ca.trim() === '' ? null : ca.trim(),
      ...(secret.trim() !== '' && { secret: secret.trim() }),
    })
  return (
    <Form onSubmit={submit}>
      {save.error && !addressProblem && <Notice tone="error">{sentenceFor(save.error)}</Notice>}
      {!stream && <KindChoice kind={kind} onChange={(next) => (save.reset(), setKind(next))} />}
      <TextField name="name" label={words.name} maxLength={100} autoComplete="off" defaultValue={stream?.name ?? ''} />
      <TextField
        name="address"
        label={words.address}
        hint={words.addressHint[kind]}
        problem={addressProblem}
        onValueChange={() => addressProblem && save.reset()}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        defaultValue={stream?.address ?? ''}
      />
      <TokenField kind={kind} stream={stream} />
      <SelectField
        isInForm
        label={words.format}
        value={format}
        onChange={(value) => setFormat(formats.find((one) => one === value) ?? 'json')}
        options={formats.map((one) => [one, text.format(one)] as const)}
      />
      <CategoryChoice chosen={categories} onChange={setCategories} />
      <SelectField
        isInForm
        label={words.risk}
        value={risk}
        onChange={(value) => setRisk(RISKS.find((one) => one === value) ?? 'low')}
        options={RISKS.map((one) => [one, text.risk(one)] as const)}
      />
      {!stream && <PlaceChoice from={from} onChange={setFrom} />}
      <AuthorityField ca={stream?.ca ?? ''} />
      <Button type="submit" isBusy={save.isPending} className="self-start">
        {save.isPending ? words.busy : stream ? words.save : words.submit}
      </Button>
    </Form>
  )
}

function isAboutAddress(error: unknown): boolean {
  return error instanceof VaultError && ADDRESS_CODES.includes(error.code)
}

function PlaceChoice({ from, onChange }: { from: StreamPlace; onChange: (from: StreamPlace) => void }) {
  return (
    <SelectField
      isInForm
      label={words.from}
      value={from}
      onChange={(value) => onChange(value === 'beginning' ? 'beginning' : 'now')}
      options={[['now', words.now] as const, ['beginning', words.beginning] as const]}
    />
  )
}

/** Few receivers need it. */
function AuthorityField({ ca }: { ca: string }) {
  return (
    <Unfold title={words.ca}>
      <TextArea name="ca" label={words.ca} hint={words.caHint} rows={4} isOptional isMono defaultValue={ca} />
    </Unfold>
  )
}

type Saving = Pick<Props, 'onDone' | 'onSecret'> & {
  kind: StreamKind
  from: StreamPlace
  stream: EventStream | undefined
}

function useSave({ stream, kind, from, onDone, onSecret }: Saving) {
  const { streams } = useVault()
  const { guarded } = useProtection()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (fields: StreamFields): Promise<string | null> => {
      if (!stream) return guarded(streams.add)({ ...fields, kind, from })
      await guarded(streams.change)(stream.id, fields)
      return null
    },
    onSuccess: (secret) => {
      onDone()
      if (secret === null) toastDone(text.done.saved)
      else onSecret(secret)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['event-streams'] }),
  })
}

function KindChoice({ kind, onChange }: { kind: StreamKind; onChange: (kind: StreamKind) => void }) {
  return (
    <div className="flex flex-col gap-1.5">
      <Span className="text-sm font-semibold" aria-hidden="true">
        {words.kind}
      </Span>
      <RadioChoices
        label={words.kind}
        choices={STREAM_KINDS.map((value) => ({ value, label: text.kind(value), hint: text.kindHint(value) }))}
        value={kind}
        onChange={onChange}
      />
    </div>
  )
}

/** A webhook has a secret of ours instead, and syslog has none. */
function TokenField({ kind, stream }: { kind: StreamKind; stream: EventStream | undefined }) {
  if (kind !== 'splunk' && kind !== 'loki' && kind !== 's3') return null
  const labels = { splunk: words.token, loki: words.lokiToken, s3: words.accessKey }
  const isKept = stream?.has_secret === true
  return (
    <TextField
      name="secret"
      type="password"
      label={labels[kind]}
      autoComplete="off"
      isOptional={isKept || kind === 'loki'}
      {...(isKept && { hint: words.tokenKept })}
    />
  )
}

type Choice = { chosen: readonly AuditCategory[]; onChange: (chosen: AuditCategory[]) => void }

function CategoryChoice({ chosen, onChange }: Choice) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{words.categories}</legend>
      <div className="grid grid-cols-2 gap-2">
        {AUDIT_CATEGORIES.map((category) => (
          <Checkbox
            key={category}
            label={text.category(category)}
            checked={chosen.includes(category)}
            onCheckedChange={(isOn) =>
              onChange(AUDIT_CATEGORIES.filter((one) => (one === category ? isOn : chosen.includes(one))))
            }
          />
        ))}
      </div>
      <Span className="text-xs text-ink-3">{words.categoriesHint}</Span>
    </fieldset>
  )
}
