import { useQuery } from '@tanstack/react-query'
import { m } from '#web/messages/app.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useVault } from '../../vault-context.ts'
import { installationQuery } from './installation.queries.ts'

/** Whose organisation an account that is made here belongs to, and who will see it. */
export function OrganisationNotice() {
  const { installation } = useVault()
  const { data } = useQuery(installationQuery(installation))
  if (!data) return null
  const { joins, own } = m.account.signup.organisation
  return <Notice tone="info">{data.mode === 'single' && data.name ? joins(data.name) : own}</Notice>
}
