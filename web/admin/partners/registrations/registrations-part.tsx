import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Programme } from '#web/lib/remote/vault-client.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ShowMore } from '#web/parts/list/show-more.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { activePartnersQuery, registrationsQuery } from '#web/parts/partners/partners.queries.ts'
import { RegistrationForm } from '#web/parts/partners/registration-form.tsx'
import { RegistrationRow } from './registration-row.tsx'

const words = text.registrations
const STATES = ['open', 'won', 'lost', 'declined', 'expired'] as const
const ROW_PX = 56

/** Customers that partners registered. The filter is in the address. */
export function RegistrationsPart({ programme }: { programme: Programme }) {
  const [parameters, setParameters] = useSearchParams()
  const state = STATES.find((one) => one === parameters.get('state'))
  return (
    <section aria-label={words.title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading>{words.title}</Heading>
        <NewRegistration programme={programme} />
      </div>
      <Text tone="soft">{words.lead}</Text>
      <SelectField
        label={words.filter}
        value={state ?? ''}
        onChange={(chosen) => setParameters({ tab: 'registrations', ...(chosen && { state: chosen }) })}
        options={[
          ['', words.all],
          ...STATES.map((one) => [one, one === 'open' ? words.open : text.registrationState(one)] as const),
        ]}
        className="w-44"
      />
      <Card>
        <List state={state} />
      </Card>
    </section>
  )
}

function List({ state }: { state: (typeof STATES)[number] | undefined }) {
  const rules = state === undefined ? {} : { state }
  const list = useInfiniteQuery(registrationsQuery(useVault().partners, rules))
  const rows = list.data?.pages.flatMap((page) => page.registrations)
  return (
    <QueryView
      query={{ ...list, data: rows }}
      text={{ ...words, retry: text.retry }}
      skeleton={<SkeletonRows label={words.loading} rows={5} rowHeight={ROW_PX} />}
      className="p-4"
    >
      {(registrations) =>
        registrations.length === 0 ? (
          <EmptyState
            title={state === undefined ? words.empty : words.noMatch}
            text={state === undefined ? words.emptyText : ''}
            seed="registrations"
          />
        ) : (
          <>
            <ul aria-label={words.title} className="divide-y divide-line">
              {registrations.map((registration) => (
                <RegistrationRow key={registration.id} registration={registration} />
              ))}
            </ul>
            <ShowMore list={list} label={text.more} />
          </>
        )
      }
    </QueryView>
  )
}

function NewRegistration({ programme }: { programme: Programme }) {
  const { partners } = useVault()
  const [isOpen, setOpen] = useState(false)
  const active = useQuery({ ...activePartnersQuery(partners), enabled: isOpen })
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus size={16} aria-hidden="true" />
        {words.add}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={words.addTitle} isGrowing>
        <QueryView
          query={active}
          text={text}
          skeleton={<SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />}
        >
          {(choices) =>
            choices.length === 0 ? (
              <Text>{words.needsPartner}</Text>
            ) : (
              <RegistrationForm
                currency={programme.currency}
                partners={choices}
                register={(id, fields, partner) => partners.register(partner, id, fields)}
                onDone={close}
              />
            )
          }
        </QueryView>
      </Dialog>
    </>
  )
}
