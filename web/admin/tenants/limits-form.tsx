import { TENANT_LIMITS } from '#contract/organisation/tenant-plans.ts'
import type { Tenant } from '#web/lib/remote/vault-client.ts'
import { bytesOfGigabytes, GB_BYTES } from '#web/lib/typed-gigabytes.ts'
import { tenants as text } from '#web/messages/tenants.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useTenantActs } from './use-tenant-acts.ts'

const words = text.limits

/** People of a figure that was typed; null for nothing, undefined for what is none. */
function peopleOf(typed: string): number | null | undefined {
  const plain = typed.trim()
  if (plain === '') return null
  const people = /^\d{1,7}$/.test(plain) ? Number(plain) : 0
  return people >= 1 && people <= TENANT_LIMITS.people ? people : undefined
}

/** Limits of an organisation besides those of its plan, by who runs the installation. */
export function LimitsForm({ tenant }: { tenant: Tenant }) {
  const { setLimits } = useTenantActs()
  const { id, limit_people: people, limit_bytes: bytes, limits_version: version } = tenant
  const save = ({ people: typedPeople = '', storage = '' }: Record<string, string>) =>
    setLimits.mutate({ id, people: peopleOf(typedPeople) ?? null, bytes: bytesOfGigabytes(storage) ?? null, version })
  return (
    <section aria-label={words.title} className="flex flex-col gap-2.5">
      <Heading>{words.title}</Heading>
      <Text tone="soft">{words.text}</Text>
      <Form onSubmit={save}>
        <TextField
          name="people"
          label={words.people}
          hint={words.peopleHint}
          inputMode="numeric"
          autoComplete="off"
          isOptional
          defaultValue={people === null ? '' : String(people)}
          validate={(typed) => (peopleOf(typed) === undefined ? words.wrongPeople(TENANT_LIMITS.people) : null)}
        />
        <TextField
          name="storage"
          label={words.storage}
          hint={words.storageHint}
          inputMode="decimal"
          autoComplete="off"
          isOptional
          defaultValue={bytes === null ? '' : String(bytes / GB_BYTES)}
          validate={(typed) => (bytesOfGigabytes(typed) === undefined ? words.wrongStorage : null)}
        />
        <Button type="submit" variant="outline" className="self-start" isBusy={setLimits.isPending}>
          {setLimits.isPending ? words.saving : words.save}
        </Button>
      </Form>
    </section>
  )
}
