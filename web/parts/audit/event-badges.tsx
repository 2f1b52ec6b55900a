import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'

const RISK = { low: 'plain', medium: 'warn', high: 'danger', critical: 'critical' } as const
const STATUS_ICON = { success: CircleCheck, failure: CircleAlert, blocked: CircleMinus }

export function RiskBadge({ risk }: { risk: string }) {
  return <Badge tone={risk in RISK ? RISK[risk as keyof typeof RISK] : 'plain'}>{auditWords.risks[risk] ?? risk}</Badge>
}

/** Icon and word, never a colour alone. */
export function StatusWord({ status }: { status: string }) {
  const Icon = status in STATUS_ICON ? STATUS_ICON[status as keyof typeof STATUS_ICON] : CircleMinus
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon size={14} aria-hidden="true" />
      {auditWords.statuses[status] ?? status}
    </span>
  )
}
