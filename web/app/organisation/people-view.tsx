import { useState } from 'react'
import { TEAM_ROLES } from '#contract/permissions.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { people } from '#web/messages/people.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { choice } from '#web/parts/list/choice.ts'
import { FilterBar } from '#web/parts/list/filter-bar.tsx'
import { leads } from '#web/parts/people/team-view.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { RecoveriesToAnswer } from '../recovery/recoveries-to-answer.tsx'
import { RecoverySetup } from '../recovery/recovery-setup.tsx'
import { DomainSection } from './domain-section.tsx'
import { InvitationList } from './invitation-list.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { MemberSection } from './member-section.tsx'
import { OwnInvitations } from './own-invitations.tsx'
import { PeopleImports } from './people-imports.tsx'
import { PeopleTable } from './table/people-table.tsx'
import { type Found, FOUND_STATES } from './use-found.ts'
import type { ShownMember } from '#web/parts/people/member-of.ts'

const ROW_PX = 64
const text = m.team

function fieldsOf(isManager: boolean) {
  const { role, state } = text.filters
  const byRole = choice('role', role, { values: TEAM_ROLES, say: text.role, width: 'w-48' })
  return isManager
    ? [byRole, choice('state', state, { values: FOUND_STATES, say: (value) => text[value], width: 'w-56' })]
    : [byRole]
}

/** People of the organisation, and what is about all of them. @param hasTable of managers in the panel */
export function PeopleView({ found, isGuest, hasTable }: { found: Found; isGuest: boolean; hasTable: boolean }) {
  if (!hasTable) return <PeopleCards found={found} isGuest={isGuest} />
  return (
    <div className="flex flex-col gap-5 md:gap-6">
      <OwnInvitations organisation={found.present.organisation ?? ''} />
      <PeopleTable />
      <AboutEverybody />
    </div>
  )
}

/** Invitations, domains and recovery, as far as each is one's own to see. */
function AboutEverybody() {
  const { can, roles } = usePermissions()
  return (
    <>
      {can('manage_users') && <PeopleImports />}
      {can('manage_users') && <InvitationList />}
      {leads(roles) && <DomainSection />}
      <RecoveriesToAnswer />
      {can('manage_security') && <RecoverySetup />}
    </>
  )
}

/** Everybody of the organisation for everybody of it, and those who were removed for managers. */
function PeopleCards({ found, isGuest }: { found: Found; isGuest: boolean }) {
  const { can } = usePermissions()
  const [shown, setShown] = useState<ShownMember | null>(null)
  const { filters, present, removed } = found
  const isOfGuests = filters.values.guests !== ''
  const unknownKeys = present.trustProblem ?? removed.trustProblem
  return (
    <div className="flex flex-col gap-5 md:gap-6">
      <FilterBar filters={filters} words={text.filters} fields={fieldsOf(can('manage_users'))} />
      <QueryView
        query={{ ...present.list, data: present.members }}
        text={text}
        skeleton={
          <Card>
            <SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />
          </Card>
        }
      >
        {(members) => (
          <>
            <OwnInvitations organisation={present.organisation ?? ''} />
            {!isGuest && (isOfGuests || present.hasGuests) && (
              <Checkbox
                checked={isOfGuests}
                onCheckedChange={(only) => filters.set('guests')(only ? 'only' : '')}
                label={people.guests.only}
              />
            )}
            {unknownKeys && <Notice tone="error">{m.files.because(text.keysFailed, sentenceFor(unknownKeys))}</Notice>}
            <MemberSection
              title={text.members}
              members={members}
              count={present.count}
              list={present.list}
              onShow={setShown}
            />
            <AboutEverybody />
            <Removed found={found} onShow={setShown} />
          </>
        )}
      </QueryView>
      <MemberDialog member={shown && newestOf(shown, found)} onClose={() => setShown(null)} />
    </div>
  )
}

/** The person as the list has them now, which may have changed since they were chosen. */
const newestOf = (chosen: ShownMember, { present, removed }: Found): ShownMember =>
  [...(present.members ?? []), ...(removed.members ?? [])].find(({ userId }) => userId === chosen.userId) ?? chosen

/** Those who were removed: nothing where there is nobody, and none of them has another state. */
function Removed({ found: { filters, removed }, onShow }: { found: Found; onShow: (member: ShownMember) => void }) {
  const { list, members, count } = removed
  if (list.error && !members)
    return <Notice tone="error">{m.files.because(text.failed, sentenceFor(list.error))}</Notice>
  if (filters.values.state !== '' || !members || members.length === 0) return null
  return (
    <MemberSection
      title={text.removed}
      lead={text.removedLead}
      members={members}
      count={count}
      list={list}
      onShow={onShow}
    />
  )
}
