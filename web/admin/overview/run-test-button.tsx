import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { admin } from '#web/messages/admin.ts'
import { Button } from '#web/ui/button/button.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** Starts the comprehensive test, and leads to where its progress is seen; to one that runs already as well. */
export function RunTestButton() {
  const { can, isOperator } = usePermissions()
  const client = useVault()
  const queries = useQueryClient()
  const start = useMutation({
    mutationFn: async () => (await import('../checks/start-run.ts')).startRun(client, queries),
  })
  const navigate = useNavigate()
  if (!can('run_tests') || !isOperator) return null
  const show = () => void navigate('/admin/comprehensive-test')
  return (
    <Button variant="outline" isBusy={start.isPending} onClick={() => start.mutate(undefined, { onSettled: show })}>
      {admin.overview.runTest}
    </Button>
  )
}
