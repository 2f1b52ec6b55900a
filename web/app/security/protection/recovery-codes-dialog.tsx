import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { saveText } from '#web/lib/files/save-text.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CodeList } from '#web/ui/code/code-list.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useAccountState } from '#web/parts/vault/vault-context.ts'
import { useProtection } from '#web/parts/vault/use-protection.ts'

const words = m.protection.codes
type Props = {
  isOpen: boolean
  /** Of an account that has none: nobody leaves without them, unless they cannot be made. */
  areFirst: boolean
  onClose: () => void
}

/** New codes, shown until the person says that they are kept, and never again. */
export function RecoveryCodesDialog({ isOpen, areFirst, onClose }: Props) {
  const [areShown, setShown] = useState(false)
  const close = () => {
    setShown(false)
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={words.title} isDismissible={!areShown && !areFirst}>
      <NewCodes areFirst={areFirst} onShown={setShown} onClose={close} />
    </Dialog>
  )
}

type NewCodesProps = { areFirst: boolean; onShown: (areShown: boolean) => void; onClose: () => void }

function NewCodes({ areFirst, onShown, onClose }: NewCodesProps) {
  const protection = useProtection()
  const queries = useQueryClient()
  const make = useMutation({
    // gcTime 0: the codes leave memory with this dialog.
    gcTime: 0,
    mutationFn: protection.makeRecoveryCodes,
    // Also while they are made: closed then, nobody would see them.
    onMutate: () => onShown(true),
    onError: () => onShown(false),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['security'] }),
  })

  if (make.data) return <KeptCodes codes={make.data} onClose={onClose} />
  return (
    <div className="flex flex-col gap-4">
      <Text tone="soft">{words.lead}</Text>
      <Text tone="soft">{areFirst ? words.required : words.replaced}</Text>
      {make.error && <Notice tone="error">{m.files.because(words.failed, sentenceFor(make.error))}</Notice>}
      <Button isBusy={make.isPending} onClick={() => make.mutate()}>
        {make.isPending ? words.busy : words.make}
      </Button>
      {areFirst && make.isError && (
        <Button variant="outline" onClick={onClose}>
          {words.later}
        </Button>
      )}
    </div>
  )
}

function KeptCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const state = useAccountState()
  const email = state.kind === 'open' ? state.email : ''
  const [isCopied, setCopied] = useState(false)
  const lines = codes.join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines)
      setCopied(true)
    } catch {
      toastError(words.copyFailed)
    }
  }
  const download = () => {
    const date = new Date().toLocaleDateString('en-US', { dateStyle: 'long' })
    saveText(words.fileName, words.file(email, date, lines))
  }
  const CopyIcon = isCopied ? Check : Copy

  return (
    <div className="flex flex-col gap-4">
      <Text tone="soft">{words.lead}</Text>
      <CodeList label={words.list} codes={codes} />
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button variant="outline" onClick={() => void copy()}>
          <CopyIcon size={16} aria-hidden="true" />
          {isCopied ? words.copied : words.copy}
        </Button>
        <Button variant="outline" onClick={download}>
          <Download size={16} aria-hidden="true" />
          {words.download}
        </Button>
        <Button variant="outline" onClick={() => print()}>
          <Printer size={16} aria-hidden="true" />
          {words.print}
        </Button>
      </div>
      <Button className="print:hidden" onClick={onClose}>
        {words.done}
      </Button>
    </div>
  )
}
