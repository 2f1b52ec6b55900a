import { Eye } from 'lucide-react'
import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { OwnDetections } from '../threats/own/own-detections.tsx'
import { PauseNotice } from '../threats/own/pause.tsx'
import { useAccountState } from '#web/parts/vault/vault-context.ts'
import { ScoreCard } from './score-card.tsx'
import { SecurityEvents } from './security-events.tsx'
import { ServerSeesSheet } from './server-sees-sheet.tsx'
import { SecurityList } from './security-list.tsx'

/** What protects the account, who is signed in, and what happened lately. */
export function SecurityPage() {
  const state = useAccountState()
  const [isExplained, setExplained] = useState(false)
  return (
    <>
      <title>{m.common.pageTitle(m.security.title)}</title>
      <PageHead title={m.security.title} lead={m.security.lead}>
        <Button variant="outline" onClick={() => setExplained(true)}>
          <Eye size={16} aria-hidden="true" />
          {m.security.sees.action}
        </Button>
      </PageHead>
      <PauseNotice />
      <ScoreCard />
      <SecurityList />
      {state.kind === 'open' && <OwnDetections userId={state.userId} />}
      {state.kind === 'open' && <SecurityEvents userId={state.userId} />}
      <ServerSeesSheet isOpen={isExplained} onClose={() => setExplained(false)} />
    </>
  )
}
