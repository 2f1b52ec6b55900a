import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { entersAdmin } from '#contract/permissions.ts'
import { m } from '#web/messages/app.ts'
import { PageSpinner } from '#web/ui/feedback/spinner.tsx'
import { Main } from '#web/ui/layout/app-frame.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { rolesQuery } from '#web/parts/rights/use-permissions.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

const text = m.shell.roles

/** Shows the admin panel to the people who may open it. Nobody else loads any of it. */
export function OnlyAdmins({ children }: { children: ReactNode }) {
  const roles = useQuery(rolesQuery(useVault().roles))
  return (
    <QueryView
      query={roles}
      text={{ failed: text.failed, retry: text.retry }}
      skeleton={<PageSpinner label={text.loading} />}
      className="p-6"
    >
      {({ list }) => (entersAdmin(list) ? children : <NoAccess />)}
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
