import type { ReactNode } from 'react'
import { PERMISSIONS, type Permission, type Role } from '#contract/permissions.ts'
import { m } from '#web/messages/app.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { isAdmitted, usePermissions } from './use-permissions.ts'

type Props = {
  children: ReactNode
  /** All of the roles are needed instead of any. */
  needsAll?: boolean
  /** And only in the organisation that runs this server. */
  isOfOperator?: boolean
} & ({ permission: Permission } | { roles: readonly Role[] })

/** Shows its content to people with one of the roles, and otherwise says which ones are needed. */
export function RoleGuard({ children, needsAll = false, isOfOperator = false, ...needed }: Props) {
  const { roles, isPending, isOperator } = usePermissions()
  const wanted = 'permission' in needed ? PERMISSIONS[needed.permission] : needed.roles
  if (isPending) return <Text tone="soft">{m.shell.roles.loading}</Text>
  if (isOfOperator && !isOperator) {
    return (
      <Card className="p-4">
        <Text>{m.shell.roles.operatorOnly}</Text>
      </Card>
    )
  }
  if (isAdmitted(roles, wanted, needsAll)) return children
  return (
    <Card className="p-4">
      <Text>{m.shell.roles.refused(wanted.join(', '))}</Text>
      <Text tone="soft" className="mt-1">
        {m.shell.roles.whoToAsk}
      </Text>
    </Card>
  )
}
