import { useQuery } from '@tanstack/react-query'
import { CirclePause, Gauge } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { formatDateTime } from '#web/lib/format.ts'
import type { Pause } from '#web/lib/remote/vault-client.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Notice, Strip } from '#web/ui/feedback/notice.tsx'
import { Span, TextButton } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { threatNames } from '#web/parts/threats/threat-names.ts'
import { pauseQuery } from '../threats.queries.ts'
import { wordsOf } from './pause-words.ts'

const SECURITY = '/dashboard/security'
/** Most people are never paused. */
const PauseDialog = lazyPart(async () => (await import('./pause-dialog.tsx')).PauseDialog)

/** At the top of Security while replacing and deleting is paused, or reading is slowed down: why, until when, and how it ends. */
export function PauseNotice() {
  const { data: pause } = useQuery(pauseQuery(useVault().threats))
  const proof = useProof()
  if (!pause) return null
  const text = wordsOf(pause)
  return (
    <>
      <Notice tone="attention" action={<Button onClick={proof.open}>{text.confirm}</Button>}>
        {text.title}
        {pause.detector !== null && `: ${threatNames.detector(pause.detector)}`}
        <Span className="mt-1 block font-normal">
          {text.text(pause.until === null ? null : formatDateTime(new Date(pause.until)))}
        </Span>
      </Notice>
      {proof.dialog(pause)}
    </>
  )
}

/** The same on every other page. */
export function PauseStrip() {
  const { data: pause } = useQuery(pauseQuery(useVault().threats))
  const proof = useProof()
  const { pathname } = useLocation()
  if (!pause || pathname === SECURITY) return null
  const text = wordsOf(pause)
  return (
    <>
      <Strip Icon={pause.action === 'freeze' ? CirclePause : Gauge}>
        <span className="flex min-w-0 flex-wrap gap-x-3 gap-y-1">
          {text.strip}
          <TextButton onClick={proof.open}>{text.confirm}</TextButton>
        </span>
      </Strip>
      {proof.dialog(pause)}
    </>
  )
}

/** The dialog in which a person shows that it was them. It is loaded when it is opened first, and stays to close as others do. */
function useProof() {
  const [isOpen, setOpen] = useState<boolean>()
  return {
    open: () => setOpen(true),
    dialog: (pause: Pause) =>
      isOpen !== undefined && (
        <Suspense fallback={null}>
          <PauseDialog pause={pause} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ),
  }
}
