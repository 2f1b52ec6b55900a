import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PARTNER_LIMITS } from '#contract/partners/partners.ts'
import type { Partner, PartnerDetails, Programme } from '#web/lib/remote/vault-client.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { CommissionRow } from '#web/parts/partners/commission-row.tsx'
import { IssueStatement } from '../commissions/issue-statement.tsx'
import { StatementList } from '#web/parts/partners/statement-list.tsx'
import { PartnerStateBadge } from '../list/partner-table.tsx'
import { sums, tierName } from '#web/parts/partners/partner-words.ts'
import { partnerQuery } from '#web/parts/partners/partners.queries.ts'
import { RegistrationRow } from '../registrations/registration-row.tsx'
import { AccountForm } from './account-form.tsx'
import { LinkList } from '#web/parts/partners/link-list.tsx'
import { NewLink } from './new-link.tsx'
import { PartnerForm } from './partner-form.tsx'

const words = text.sheet
const ROW_PX = 40

type Props = { id: string | null; programme: Programme; onClose: () => void }

/** Everything about one partner, and what can be done about it. @param id open while there is one */
export function PartnerSheet({ id, programme, onClose }: Props) {
  return id === null ? (
    <Sheet isOpen={false} onClose={onClose} title="">
      {null}
    </Sheet>
  ) : (
    <OpenSheet key={id} id={id} programme={programme} onClose={onClose} />
  )
}

function OpenSheet({ id, programme, onClose }: { id: string; programme: Programme; onClose: () => void }) {
  const { partners } = useVault()
  const query = useQuery(partnerQuery(partners, id))
  const [isEdited, setEdited] = useState(false)
  const back = () => setEdited(false)
  return (
    <Sheet isOpen onClose={onClose} title={query.data?.partner.company ?? text.tabs.partners}>
      <QueryView
        query={query}
        text={{ ...words, retry: text.retry }}
        skeleton={<SkeletonRows label={words.loading} rows={6} rowHeight={ROW_PX} />}
      >
        {(details) => {
          const { partner, links, statements } = details
          if (isEdited) return <PartnerForm programme={programme} partner={partner} onDone={back} onCancel={back} />
          return (
            <>
              <Facts partner={partner} />
              <Button variant="outline" className="self-start" onClick={() => setEdited(true)}>
                {words.edit}
              </Button>
              <LinkList links={links} canPause />
              <NewLink partnerId={id} />
              <RegistrationsOf details={details} />
              <CommissionsOf details={details} />
              <StatementList
                statements={statements}
                onDownload={(statement, language) => partners.downloadStatement(statement, language)}
              />
              <IssueStatement partnerId={id} commissions={details.commissions} statements={statements} />
              <AccountForm key={partner.version} partner={partner} programme={programme} />
            </>
          )
        }}
      </QueryView>
    </Sheet>
  )
}

function Facts({ partner }: { partner: Partner }) {
  const contact = [partner.contact_name, partner.contact_email].filter(Boolean).join(', ')
  return (
    <FactList
      isNarrow
      facts={[
        [text.form.state, <PartnerStateBadge key="state" state={partner.state} />],
        [text.form.tier, tierName(partner.tier_name, partner.tier_preset)],
        [words.contact, contact || words.none],
        [text.list.columns.owed, sums(partner.open_minor) || '–'],
        ...(partner.notes === ''
          ? []
          : [
              [
                text.form.notes,
                <span key="notes" className="whitespace-pre-line">
                  {partner.notes}
                </span>,
              ] as const,
            ]),
      ]}
    />
  )
}

function RegistrationsOf({ details: { registrations } }: { details: PartnerDetails }) {
  return (
    <section aria-label={text.registrations.title} className="flex flex-col gap-2">
      <Heading look="small">{text.registrations.title}</Heading>
      {registrations.length === 0 ? (
        <Text tone="soft">{text.registrations.empty}</Text>
      ) : (
        <Card>
          <ul aria-label={text.registrations.title} className="divide-y divide-line">
            {registrations.map((registration) => (
              <RegistrationRow key={registration.id} registration={registration} isOfOne />
            ))}
          </ul>
        </Card>
      )}
      <Newest count={registrations.length} />
    </section>
  )
}

function CommissionsOf({ details: { commissions } }: { details: PartnerDetails }) {
  return (
    <section aria-label={text.commissions.title} className="flex flex-col gap-2">
      <Heading look="small">{text.commissions.title}</Heading>
      {commissions.length === 0 ? (
        <Text tone="soft">{text.commissions.empty}</Text>
      ) : (
        <Card>
          <ul aria-label={text.commissions.title} className="divide-y divide-line">
            {commissions.map((commission) => (
              <CommissionRow key={commission.id} commission={commission} canPay />
            ))}
          </ul>
        </Card>
      )}
      <Newest count={commissions.length} />
    </section>
  )
}

/** More of them are in the tab. */
function Newest({ count }: { count: number }) {
  if (count < PARTNER_LIMITS.page) return null
  return (
    <Text tone="hint" size="xs">
      {words.newest(count)}
    </Text>
  )
}
