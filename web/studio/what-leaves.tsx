import { useState } from 'react'
import type { Leaving } from '#web/lib/remote/vault-client.ts'
import { leaving as words } from '#web/messages/studio/leaving.ts'
import { Heading, Text, TextButton } from '#web/ui/layout/text.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useStudioAction } from './use-studio-action.ts'

type Props = { look: () => Promise<Leaving>; label?: string; disabled?: boolean }

/** Shows what a model would be asked, with what is replaced in it, before anything leaves. */
export function WhatLeaves({ look, label = words.see, disabled = false }: Props) {
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const see = useStudioAction(look, { done: () => undefined, failed: words.failed, keys: [], onDone: setLeaving })
  return (
    <>
      <TextButton
        className="self-start text-xs disabled:cursor-not-allowed disabled:opacity-60"
        disabled={disabled || see.isPending}
        onClick={() => see.mutate(undefined)}
      >
        {label}
      </TextButton>
      <Dialog isOpen={leaving !== null} onClose={() => setLeaving(null)} title={words.title}>
        {leaving && <Prompt leaving={leaving} />}
      </Dialog>
    </>
  )
}

function Prompt({
  leaving: { system, prompt, provider, model, isPrivate, redactions, endpoint, further },
}: {
  leaving: Leaving
}) {
  const replaced = [redactions, ...further.map((one) => one.redactions)]
    .flatMap((counts) => Object.values(counts))
    .reduce((sum, count) => sum + count, 0)
  // A whole text begins with its plan.
  const titleOf = (of: string, nth: number): string =>
    endpoint === 'content.section' && of === endpoint ? words.missing(nth) : words.request(of, nth)
  return (
    <div className="flex flex-col gap-3">
      <Text>
        {isPrivate ? words.stays(model) : words.goes(model, provider)} {words.replaced(replaced)}
      </Text>
      {further.length > 0 && <Text tone="soft">{words.further(endpoint)}</Text>}
      <Sent title={further.length > 0 ? titleOf(endpoint, 1) : undefined} text={`${system}\n\n${prompt}`} />
      {further.map((one, at) => (
        <Sent
          key={`${at} ${one.endpoint}`}
          title={titleOf(one.endpoint, at + 2)}
          text={`${one.system}\n\n${one.prompt}`}
        />
      ))}
    </div>
  )
}

/** Placeholders of the server, of which each stands for something that does not leave. */
const PLACEHOLDER = /(\[[A-Z]+_\d+\])/

function Sent({ title, text }: { title: string | undefined; text: string }) {
  return (
    <>
      {title !== undefined && <Heading look="small">{title}</Heading>}
      <pre
        aria-label={words.text}
        className="rounded-md bg-sunken p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {/* Every second part is a placeholder. */}
        {text.split(PLACEHOLDER).map((part, at) => (at % 2 === 1 ? <mark key={`${at} ${part}`}>{part}</mark> : part))}
      </pre>
    </>
  )
}
