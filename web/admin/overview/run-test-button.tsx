import { useNavigate } from 'react-router'
import { admin } from '#web/messages/admin.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useRunActs } from '../checks/use-run-acts.ts'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'

/** Starts the comprehensive test, and leads to where its progress is seen; to one that runs already as well. */
export function RunTestButton() {
  const { can, isOperator } = usePermissions()
  const { start } = useRunActs()
  const navigate = useNavigate()
  if (!can('run_tests') || !isOperator) return null
  const show = () => void navigate('/admin/comprehensive-test')
  return (
    <Button variant="outline" isBusy={start.isPending} onClick={() => start.mutate(undefined, { onSettled: show })}>
      {admin.overview.runTest}
    </Button>
  )
}
