import '#web/messages/panel-errors.ts'
import { FileUp, UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#web/messages/app.ts'
import { people } from '#web/messages/people.ts'
import { teams } from '#web/messages/teams.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { useSearch } from '#web/parts/list/search-context.tsx'
import { TeamList } from '../teams/team-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PeopleImportDialog } from './people-import-dialog.tsx'
import { PeopleView } from './people-view.tsx'
import { useFound } from './use-found.ts'
import { useIsGuest } from '#web/parts/people/guest-badge.tsx'

const text = m.team

/** Who belongs to the organisation; who may, invites, changes roles and removes. */
export function TeamPage() {
  return <Team title={text.title} isPanel={false} />
}

/** The same in the admin panel. */
export function UsersPage() {
  return <Team title={text.panelTitle} isPanel />
}

const VIEWS = ['people', 'teams'] as const

/** Which view is open is in the address. */
function Team({ title, isPanel }: { title: string; isPanel: boolean }) {
  const { can } = usePermissions()
  const isGuest = useIsGuest()
  const { query } = useSearch()
  const hasTable = isPanel && can('manage_users')
  const found = useFound(hasTable)
  const [parameters, setParameters] = useSearchParams()
  const [isInviting, setInviting] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const importButton = useRef<HTMLButtonElement>(null)
  const inviteButton = useRef<HTMLButtonElement>(null)
  useChosenAction('invite', () => setInviting(true), can('manage_users'))
  useChosenAction('importPeople', () => setImporting(true), can('manage_users'))
  const view = VIEWS.find((one) => one === parameters.get('view')) ?? 'people'
  const show = (id: string) =>
    setParameters((now) => {
      const next = new URLSearchParams(now)
      if (id === 'people') next.delete('view')
      else next.set('view', id)
      return next
    })
  const { organisation } = found.present
  const list = <PeopleView found={found} isGuest={isGuest} hasTable={hasTable} />
  return (
    <>
      <title>{m.common.pageTitle(title)}</title>
      <PageHead title={title} lead={organisation === undefined ? text.leadLoading : text.lead(organisation)}>
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
      {isGuest ? (
        // Guests see no teams.
        list
      ) : (
        <Tabs
          label={teams.views.label}
          value={view}
          onChange={show}
          tabs={[
            { id: 'people', label: teams.views.people, panel: list },
            { id: 'teams', label: teams.views.teams, panel: <TeamList query={query} /> },
          ]}
        />
      )}
      <PeopleImportDialog isOpen={isImporting} onClose={() => setImporting(false)} finalFocus={importButton} />
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} finalFocus={inviteButton} />
    </>
  )
}
