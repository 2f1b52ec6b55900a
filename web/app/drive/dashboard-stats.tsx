import { useDeviceChoice } from '#web/lib/device-choice.ts'
import { formatBytes, formatCount } from '#web/lib/format.ts'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { StatStrip } from '#web/ui/list/stat-strip.tsx'
import { useDrive, useReading } from './use-drive.ts'
import { useSecurityScore } from '../security/security.queries.ts'

/** The four figures above one's own files; each is counted, and one that is not known is a dash. */
export function DashboardStats() {
  const { drive } = useDrive()
  const isWhole = useReading()?.kind !== 'whole'
  const score = useSecurityScore()
  const [fold, setFold] = useDeviceChoice('quantumshield-figures', ['folded', 'open'])
  const { stats, statNote, unknown } = m.files
  const security = {
    label: m.security.score.title,
    value: score ? m.security.score.percent(score.percent) : unknown,
    note: score?.hasKeys ? m.security.score.note : undefined,
    to: '/dashboard/security',
  }
  return (
    <StatStrip
      label={stats.label}
      stats={[...fileStats(isWhole ? drive?.files : undefined), security]}
      isOpen={fold === 'open'}
      onToggle={() => setFold(fold === 'open' ? 'folded' : 'open')}
      detailsLabel={stats.details}
    />
  )

  function fileStats(files: readonly VaultFile[] | undefined) {
    if (!files) return [stats.total, stats.encrypted, stats.shared].map((label) => ({ label, value: unknown }))
    const totalBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0)
    const encrypted = files.filter((file) => file.isEncrypted).length
    const shared = files.filter((file) => file.isShared).length
    return [
      { label: stats.total, value: formatCount(files.length), note: statNote.total(formatBytes(totalBytes)) },
      { label: stats.encrypted, value: formatCount(encrypted), note: statNote.encrypted },
      { label: stats.shared, value: formatCount(shared), note: statNote.shared(files.length - shared) },
    ]
  }
}
