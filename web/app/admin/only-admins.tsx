import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { entersAdmin } from '#contract/permissions.ts'
import { m } from '#web/messages/app.ts'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { Main } from '#web/ui/layout/app-frame.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { rolesQuery } from '../organisation/roles/use-permissions.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '../vault-context.ts'

const AdminPanel = lazyPart(async () => (await import('./admin-panel.tsx')).AdminPanel)
const text = m.shell.roles

/** The admin panel for who may open it. Nobody else loads any of it. */
export function OnlyAdmins() {
  const roles = useQuery(rolesQuery(useVault().roles))
  return (
    <QueryView
      query={roles}
      text={{ failed: text.failed, retry: text.retry }}
      skeleton={<PageSpinner label={text.loading} />}
      className="p-6"
    >
      {({ list }) => (entersAdmin(list) ? <AdminPanel /> : <NoAccess />)}
    </QueryView>
  )
}

function NoAccess() {
  return (
    <Main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center p-4">
      <title>{m.common.pageTitle(m.shell.adminPanel)}</title>
      <Card className="flex flex-col items-start gap-3 p-6">
        <Heading as="h1">{m.shell.adminPanel}</Heading>
        <Text>{text.noAdmin}</Text>
        <Text tone="soft">
          <TextLink to="/dashboard/team">{text.seeTeam}</TextLink>
        </Text>
        <TextLink to="/dashboard">{m.shell.dashboard}</TextLink>
      </Card>
    </Main>
  )
}

const PLACES: Record<string, string> = {
  '/dashboard/threats': '/admin/security',
  '/dashboard/status': '/admin/status',
  '/dashboard/streams': '/admin/integrations',
  '/dashboard/compliance': '/admin/compliance',
}

/** Where a page of the dashboard is now. */
export function MovedPage() {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={{ pathname: PLACES[pathname] ?? '/admin/overview', search, hash }} replace />
}
