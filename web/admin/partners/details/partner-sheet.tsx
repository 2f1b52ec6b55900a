import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PARTNER_LIMITS } from '#contract/partners/partners.ts'
import type { Partner, PartnerDetails, Programme } from '#web/lib/remote/vault-client.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { RecordSheet } from '#web/parts/list/row/record-panel.tsx'
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

type Props = { id: string | null; programme: Programme; onClose: () => void }

/** Everything about one partner, and what can be done about it. @param id open while there is one */
export function PartnerSheet({ id, programme, onClose }: Props) {
  const { partners } = useVault()
  const query = useQuery({ ...partnerQuery(partners, id ?? ''), enabled: id !== null })
  return (
    <RecordSheet
      id={id}
      query={query}
      text={{ ...words, retry: text.retry }}
      title={({ partner }) => partner.company}
      loadingTitle={text.tabs.partners}
      onClose={onClose}
    >
      {(details) => <Details details={details} programme={programme} />}
    </RecordSheet>
  )
}

function Details({ details, programme }: { details: PartnerDetails; programme: Programme }) {
  const { partners } = useVault()
  const { partner, links, commissions, statements } = details
  const [isEdited, setEdited] = useState(false)
  const back = () => setEdited(false)
  if (isEdited) return <PartnerForm programme={programme} partner={partner} onDone={back} onCancel={back} />
  return (
    <>
      <Facts partner={partner} />
      <Button variant="outline" className="self-start" onClick={() => setEdited(true)}>
        {words.edit}
      </Button>
      <LinkList links={links} canPause />
      <NewLink partnerId={partner.id} />
      <RegistrationsOf details={details} />
      <CommissionsOf details={details} />
      <StatementList
        statements={statements}
        onDownload={(statement, language) => partners.downloadStatement(statement, language)}
      />
      <IssueStatement partnerId={partner.id} commissions={commissions} statements={statements} />
      <AccountForm key={partner.version} partner={partner} programme={programme} />
    </>
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
