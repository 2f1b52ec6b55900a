import '#web/messages/panel-errors.ts'
import { useQuery } from '@tanstack/react-query'
import { FileUp, UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Member } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { people } from '#web/messages/people.ts'
import { teams } from '#web/messages/teams.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { useSearch } from '#web/parts/list/search-context.tsx'
import { TeamList } from '../teams/team-list.tsx'
import { DomainSection } from './domain-section.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { MemberSection } from './member-section.tsx'
import { PeopleImportDialog } from './people-import-dialog.tsx'
import { PeopleImports } from './people-imports.tsx'
import { OwnInvitations } from './own-invitations.tsx'
import { RecoveriesToAnswer } from '../recovery/recoveries-to-answer.tsx'
import { RecoverySetup } from '../recovery/recovery-setup.tsx'
import { foundMembers, leads } from '#web/parts/people/team-view.ts'
import { teamQuery } from '#web/parts/people/team.queries.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'

const ROW_PX = 64
const text = m.team

/** Who belongs to the organisation; who may, invites, changes roles and removes. */
export function TeamPage() {
  return <Team title={text.title} />
}

/** The same in the admin panel. */
export function UsersPage() {
  return <Team title={text.panelTitle} />
}

const VIEWS = ['people', 'teams'] as const

/** Which view is open is in the address. */
function Team({ title }: { title: string }) {
  const list = useQuery(teamQuery(useVault().team))
  const { can } = usePermissions()
  const { query } = useSearch()
  const [parameters, setParameters] = useSearchParams()
  const [isInviting, setInviting] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const importButton = useRef<HTMLButtonElement>(null)
  const inviteButton = useRef<HTMLButtonElement>(null)
  const view = VIEWS.find((one) => one === parameters.get('view')) ?? 'people'
  const show = (id: string) =>
    setParameters((now) => {
      const next = new URLSearchParams(now)
      if (id === 'people') next.delete('view')
      else next.set('view', id)
      return next
    })
  return (
    <>
      <title>{m.common.pageTitle(title)}</title>
      <PageHead title={title} lead={list.data ? text.lead(list.data.organisation) : text.leadLoading}>
        {can('manage_users') && (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" ref={importButton} onClick={() => setImporting(true)}>
              <FileUp size={16} aria-hidden="true" />
              {people.imports.open}
            </Button>
            <Button ref={inviteButton} onClick={() => setInviting(true)}>
              <UserPlus size={16} aria-hidden="true" />
              {text.invite}
            </Button>
          </div>
        )}
      </PageHead>
      <Tabs
        label={teams.views.label}
        value={view}
        onChange={show}
        tabs={[
          { id: 'people', label: teams.views.people, panel: <People query={query} /> },
          { id: 'teams', label: teams.views.teams, panel: <TeamList query={query} /> },
        ]}
      />
      <PeopleImportDialog isOpen={isImporting} onClose={() => setImporting(false)} finalFocus={importButton} />
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} finalFocus={inviteButton} />
    </>
  )
}

function People({ query }: { query: string }) {
  const list = useQuery(teamQuery(useVault().team))
  const { can, roles } = usePermissions()
  const [shown, setShown] = useState<Member | null>(null)
  const [parameters, setParameters] = useSearchParams()
  const isOfGuests = parameters.get('guests') === 'only'
  const { present, removed } = foundMembers(list.data?.members ?? [], query, isOfGuests)
  const showGuests = (only: boolean) =>
    setParameters((now) => {
      const next = new URLSearchParams(now)
      if (only) next.set('guests', 'only')
      else next.delete('guests')
      return next
    })
  return (
    <div className="flex flex-col gap-5 md:gap-6">
      <QueryView
        query={list}
        text={text}
        skeleton={
          <Card>
            <SkeletonRows label={text.loading} rows={4} rowHeight={ROW_PX} />
          </Card>
        }
      >
        {({ organisation, members }) => (
          <>
            <OwnInvitations organisation={organisation} />
            {(isOfGuests || members.some(({ guest }) => guest)) && (
              <Checkbox checked={isOfGuests} onCheckedChange={showGuests} label={people.guests.only} />
            )}
            <MemberSection title={text.members} members={present} onShow={setShown} />
            {can('manage_users') && <PeopleImports />}
            {can('manage_users') && <InvitationList />}
            {leads(roles) && <DomainSection />}
            <RecoveriesToAnswer />
            {can('manage_security') && <RecoverySetup members={members} />}
            {removed.length > 0 && (
              <MemberSection title={text.removed} lead={text.removedLead} members={removed} onShow={setShown} />
            )}
          </>
        )}
      </QueryView>
      <MemberDialog member={shown} onClose={() => setShown(null)} />
    </div>
  )
}
