import '#web/messages/panel-errors.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { OwnPartner } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { CommissionRow } from '#web/parts/partners/commission-row.tsx'
import { StatementList } from '#web/parts/partners/statement-list.tsx'
import { LinkList } from '#web/parts/partners/link-list.tsx'
import { dayOf, money, rate, tierName } from '#web/parts/partners/partner-words.ts'
import { ownPartnerQuery } from '#web/parts/partners/partners.queries.ts'
import { RegistrationForm } from '#web/parts/partners/registration-form.tsx'
import { RegistrationStateBadge } from '#web/parts/partners/registration-state.tsx'

const words = text.own
const ROW_PX = 56

/** What a partner sees: their own links, customers and commissions, and nothing of other partners. */
export function OwnPartnerPage() {
  const query = useQuery({ ...ownPartnerQuery(useVault().partners), refetchOnMount: 'always' })
  return (
    <>
      <title>{m.common.pageTitle(words.title)}</title>
      <PageHead title={words.title} lead={words.lead} />
      <QueryView
        query={query}
        text={text}
        skeleton={
          <Card>
            <SkeletonRows label={text.loading} rows={5} rowHeight={ROW_PX} />
          </Card>
        }
      >
        {(own) =>
          own === null ? (
            <Card>
              <EmptyState title={words.unlinked} text={words.unlinkedText} seed="partner" />
            </Card>
          ) : (
            <Own own={own} />
          )
        }
      </QueryView>
    </>
  )
}

function Own({ own }: { own: OwnPartner }) {
  const { partners } = useVault()
  const { partner, links, statements } = own
  return (
    <>
      <Card className="p-4">
        <Heading>{partner.company}</Heading>
        <Text tone="soft">
          {words.tier(tierName(partner.tier_name, partner.tier_preset), rate(partner.basis_points))}
        </Text>
      </Card>
      {partner.state !== 'active' && <Notice tone="attention">{words.inactive}</Notice>}
      <Card className="p-4">
        <LinkList links={links} />
      </Card>
      <Registrations own={own} />
      <Commissions own={own} />
      <Card className="p-4">
        <StatementList
          statements={statements}
          onDownload={(statement, language) => partners.downloadOwnStatement(statement, language)}
        />
      </Card>
    </>
  )
}

function Registrations({ own: { partner, registrations } }: { own: OwnPartner }) {
  const { partners } = useVault()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <section aria-label={text.registrations.title} className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading>{text.registrations.title}</Heading>
        {partner.state === 'active' && (
          <Button onClick={() => setOpen(true)}>
            <Plus size={16} aria-hidden="true" />
            {text.registrations.add}
          </Button>
        )}
      </div>
      <Card>
        {registrations.length === 0 ? (
          <EmptyState title={text.registrations.empty} text={text.registrations.lead} seed="registrations" />
        ) : (
          <ul aria-label={text.registrations.title} className="divide-y divide-line">
            {registrations.map((one) => (
              <OwnRegistrationRow key={one.id} registration={one} />
            ))}
          </ul>
        )}
      </Card>
      <Dialog isOpen={isOpen} onClose={close} title={text.registrations.addTitle} isGrowing>
        <RegistrationForm
          currency={partner.currency}
          register={(id, fields) => partners.registerOwn(id, fields)}
          onDone={close}
        />
      </Dialog>
    </section>
  )
}

function OwnRegistrationRow({ registration }: { registration: OwnPartner['registrations'][number] }) {
  const { company, domain, amount_minor: amount, currency, expected_on: expected } = registration
  const isOpen = !registration.is_expired && ['registered', 'approved'].includes(registration.state)
  return (
    <li className="px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
        {company}
        <RegistrationStateBadge {...registration} />
      </p>
      <Text tone="soft" size="xs" className="wrap-anywhere tabular-nums">
        {[
          domain,
          text.registrations.facts(money(amount, currency), dayOf(expected)),
          ...(isOpen ? [text.registrations.until(dayOf(registration.expires_on))] : []),
        ].join(' · ')}
      </Text>
    </li>
  )
}

function Commissions({ own: { commissions } }: { own: OwnPartner }) {
  return (
    <section aria-label={text.commissions.title} className="flex flex-col gap-2.5">
      <Heading>{text.commissions.title}</Heading>
      <Card>
        {commissions.length === 0 ? (
          <EmptyState title={text.commissions.empty} text={text.commissions.emptyText} seed="commissions" />
        ) : (
          <ul aria-label={text.commissions.title} className="divide-y divide-line">
            {commissions.map((commission) => (
              <CommissionRow key={commission.id} commission={commission} />
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}
