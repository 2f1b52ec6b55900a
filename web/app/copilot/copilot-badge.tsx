import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { COPILOT_ACTIVE } from '#web/messages/copilot-name.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import { useEnglishLang } from '#web/parts/language/english-area.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { onOpenCopilot } from './open-copilot.ts'
import { copilotStateQuery } from './copilot.queries.ts'

const Panel = lazyPart(async () => (await import('./copilot-panel.tsx')).CopilotPanel)

/** Shown while something on the server answers by meaning; opens the panel that asks it. */
export function CopilotBadge({ isNarrow }: { isNarrow: boolean }) {
  const { data } = useQuery(copilotStateQuery(useVault().badges))
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const lang = useEnglishLang()
  const button = useRef<HTMLButtonElement>(null)
  const isActive = data?.isActive === true
  const open = (text: string) => {
    setTyped(text)
    setOpen(true)
  }
  const whenOpened = useEffectEvent(open)
  useEffect(() => (isActive ? onOpenCopilot((text) => whenOpened(text)) : undefined), [isActive])
  // A panel that is open keeps its question.
  if (!isActive && !isOpen) return null
  return (
    <>
      {isActive && (
        <button
          ref={button}
          type="button"
          lang={lang}
          aria-label={COPILOT_ACTIVE}
          aria-haspopup="dialog"
          onClick={() => open('')}
          className="inline-flex h-9 shrink-0 cursor-pointer items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 text-xs font-semibold text-ink-2 transition-colors duration-120 hover:border-control hover:text-ink pointer-coarse:h-11"
        >
          <Sparkles size={16} aria-hidden="true" className="text-copper" />
          {!isNarrow && <span className="max-lg:hidden">{COPILOT_ACTIVE}</span>}
        </button>
      )}
      {isOpen && (
        <Suspense>
          <Panel key={typed} typed={typed} onClose={() => setOpen(false)} finalFocus={button} />
        </Suspense>
      )}
    </>
  )
}
