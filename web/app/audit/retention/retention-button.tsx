import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { retention as text } from '#web/messages/audit/retention.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { RetentionSheet } from './retention-sheet.tsx'
import { retentionQuery } from './retention.queries.ts'

export function RetentionButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Hourglass size={16} aria-hidden="true" />
        {text.open}
      </Button>
      <RetentionSheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** While something is kept beyond its time. */
export function HoldNotice() {
  const { data } = useQuery(retentionQuery(useVault().audit))
  const count = data?.holds.length ?? 0
  return count > 0 && <Notice tone="info">{text.holds.strip(formatCount(count), count)}</Notice>
}
