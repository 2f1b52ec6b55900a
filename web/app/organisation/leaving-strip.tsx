import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

const KEY = 'ownDeletion'
/** Few organisations are ever deleted. */
const LeavingNotice = lazyPart(async () => (await import('./leaving-notice.tsx')).LeavingNotice)

/** Says to owners that the organisation is being deleted. */
export function LeavingStrip() {
  const { tenantLife } = useVault()
  const { roles } = usePermissions()
  const { data } = useQuery({
    queryKey: [KEY],
    queryFn: () => tenantLife.ownDeletion(),
    enabled: roles.includes('owner'),
    staleTime: 5 * 60_000,
  })
  if (!data) return null
  return (
    <Suspense fallback={null}>
      <LeavingNotice deletion={data} queryKey={KEY} />
    </Suspense>
  )
}
