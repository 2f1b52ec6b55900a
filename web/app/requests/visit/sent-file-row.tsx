import { RotateCcw, X } from 'lucide-react'
import { sentenceOfCode } from '#web/messages/errors.ts'
import type { SentFile } from '#web/lib/remote/vault-client.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { TransferRow } from '#web/ui/list/transfer-row.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

const text = requestWords.sender
const TONE = { waiting: 'waiting', sending: 'normal', sent: 'done', failed: 'failed' } as const
/** Trying again would end the same way. */
const FINAL = new Set(['file_too_large', 'request_full', 'request_no_room', 'request_ended', 'request_expired'])

/** One file that is sent for a request. */
export function SentFileRow({ file }: { file: SentFile }) {
  const { sender } = useVault()
  const { id, name, state, sentBytes, sizeBytes, problem } = file
  const isRetried = state === 'failed' && !FINAL.has(problem ?? '')
  return (
    <TransferRow
      name={name}
      text={sentenceOf(file)}
      tone={TONE[state]}
      progress={
        state === 'sending' && sizeBytes > 0 ? { label: text.progress(name), value: sentBytes / sizeBytes } : null
      }
    >
      {isRetried && (
        <IconButton label={text.retry(name)} onClick={() => sender.retry(id)}>
          <RotateCcw size={16} aria-hidden="true" />
        </IconButton>
      )}
      {state !== 'sent' && (
        <IconButton
          label={state === 'failed' ? text.remove(name) : text.cancel(name)}
          onClick={() => sender.remove(id)}
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      )}
    </TransferRow>
  )
}

function sentenceOf({ state, sentBytes, sizeBytes, problem }: SentFile): string {
  if (state === 'waiting') return text.waiting
  if (state === 'sending') return text.sending(Math.min(Math.max(0, sentBytes), sizeBytes), sizeBytes)
  if (state === 'sent') return text.sent
  if (problem === 'quota_reached' || problem === 'too_many_files') return requestWords.sender.noRoom
  return sentenceOfCode(problem ?? 'unexpected')
}
