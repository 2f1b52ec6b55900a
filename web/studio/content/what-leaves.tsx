import { useState } from 'react'
import type { Leaving } from '#web/lib/remote/vault-client.ts'
import { rewriting } from '#web/messages/studio/rewriting.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { Text, TextButton } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

const words = rewriting.leaving

/** Shows what a model would be asked, with what is replaced in it, before anything leaves. */
export function WhatLeaves({ look, disabled = false }: { look: () => Promise<Leaving>; disabled?: boolean }) {
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const see = useAction(look, { done: () => undefined, failed: words.failed, keys: [], onDone: setLeaving })
  return (
    <>
      <TextButton
        className="self-start text-xs disabled:cursor-not-allowed disabled:opacity-60"
        disabled={disabled || see.isPending}
        onClick={() => see.mutate(undefined)}
      >
        {words.see}
      </TextButton>
      <Dialog isOpen={leaving !== null} onClose={() => setLeaving(null)} title={words.title}>
        {leaving && <Prompt leaving={leaving} />}
      </Dialog>
    </>
  )
}

function Prompt({ leaving: { system, prompt, provider, model, isPrivate, redactions } }: { leaving: Leaving }) {
  const replaced = Object.values(redactions).reduce((sum, count) => sum + count, 0)
  return (
    <div className="flex flex-col gap-3">
      <Text>
        {isPrivate ? words.stays(model) : words.goes(model, provider)} {words.replaced(replaced)}
      </Text>
      <pre
        aria-label={words.text}
        className="rounded-md bg-sunken p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {`${system}\n\n${prompt}`}
      </pre>
    </div>
  )
}
