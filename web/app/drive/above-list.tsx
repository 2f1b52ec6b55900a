import type { ReactNode } from 'react'
import { DashboardStats } from './dashboard-stats.tsx'
import { useSpace } from '../spaces/space-scope.tsx'

/** One's own figures, and where files are invited. As high without either: the list below has one place in every view. */
export function AboveList({ zone }: { zone?: ReactNode }) {
  const { id: spaceId } = useSpace()
  return (
    <div className="@container flex min-h-7 items-start gap-x-6">
      {spaceId === null && <DashboardStats />}
      {zone}
    </div>
  )
}
