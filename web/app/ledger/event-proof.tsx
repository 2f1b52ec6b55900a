import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { AuditEvent, LedgerReport } from '#web/lib/remote/vault-client.ts'
import { saveBlob } from '#web/lib/files/save-text.ts'
import { formatCount } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import { ledger } from '#web/messages/ledger.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { EventMark } from './event-mark.tsx'
import { statesIn } from './event-state.ts'
import { toHex } from '#crypto/encoding.ts'

type Props = { event: AuditEvent; report: LedgerReport | undefined }

/** Where an event stands in the log, with the hashes from its entry up to the signed root. */
export function EventProof({ event, report }: Props) {
  const state = statesIn(report)(event.id)
  const vault = useVault()
  const { proof } = ledger
  const download = useMutation({
    mutationFn: () => vault.ledger.proof(event.id),
    onSuccess: (file) => saveBlob(file.name, file),
    onError: () => toastError(m.files.toast.error, proof.failed),
  })
  return (
    <section aria-label={proof.title} className="flex flex-col gap-2">
      <Heading look="small">{proof.title}</Heading>
      <p className="text-sm">
        <EventMark state={state} />
      </p>
      <Text tone="soft">{state ? proof.texts[state.state] : ledger.checking}</Text>
      {state?.state === 'verified' && state.isErased && <Text tone="soft">{proof.erased}</Text>}
      {state?.state === 'verified' && !state.isWhoProved && <Text tone="soft">{proof.whoNotProved}</Text>}
      {state?.state === 'verified' && (
        <>
          <ol aria-label={proof.path} className="flex flex-col gap-0 text-xs">
            <PathStep label={proof.root(formatCount(state.head.size))} hash={state.head.root} isEnd />
            {state.path.toReversed().map((hash, i) => (
              <PathStep key={toHex(hash)} label={proof.beside(formatCount(state.path.length - i))} hash={hash} />
            ))}
            <PathStep label={proof.leaf(formatCount(state.index))} hash={state.leaf} isEnd />
          </ol>
          <div>
            <Button variant="outline" disabled={download.isPending} onClick={() => download.mutate()}>
              <Download size={16} aria-hidden="true" />
              {proof.download}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

function PathStep({ label, hash, isEnd = false }: { label: string; hash: Uint8Array; isEnd?: boolean }) {
  return (
    <li className="relative border-l-2 border-line py-1.5 pl-4 last:border-transparent">
      <span
        aria-hidden="true"
        className={`absolute top-2.5 -left-1.5 size-2.5 rounded-full ${isEnd ? 'bg-brand' : 'border-2 border-control bg-surface'}`}
      />
      <span className={isEnd ? 'block font-semibold' : 'block text-ink-2'}>{label}</span>
      <span className="block font-mono wrap-anywhere">{toHex(hash)}</span>
    </li>
  )
}
