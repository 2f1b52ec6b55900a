import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { groupByFour } from '#web/ui/code/digit-groups.tsx'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { QrCode } from '#web/ui/code/qr-code.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { freeName } from './free-name.ts'
import { useProtection } from '#web/parts/vault/use-protection.ts'

const words = m.protection.app
const LONGEST_NAME = 120
const FINISH = ['finish-app']
type Begun = { id: string; secret: string; uri: string }
type Props = {
  isOpen: boolean
  /** Names that other apps have. */
  taken: readonly (string | null)[]
  onAdded: () => void
  onClose: () => void
}

/** A name, then a QR code, then a code that proves the app has it. */
export function AddAppDialog({ isOpen, taken, onAdded, onClose }: Props) {
  const protection = useProtection()
  const [begun, setBegun] = useState<Begun | null>(null)
  const queries = useQueryClient()
  const close = () => {
    // While the code is checked nobody knows whether the app was added, and removing it now could remove a factor that counts.
    if (begun && queries.isMutating({ mutationKey: FINISH }) > 0) return
    // Nobody will finish it; the server forgets it after five minutes when this does not arrive.
    if (begun) protection.removeFactor(begun.id).catch(() => undefined)
    setBegun(null)
    onClose()
  }
  const added = () => {
    setBegun(null)
    onAdded()
  }

  return (
    <Dialog isOpen={isOpen} onClose={close} title={words.title}>
      {begun ? <ProveApp begun={begun} onAdded={added} /> : <NameApp taken={taken} onBegun={setBegun} />}
    </Dialog>
  )
}

function NameApp({ taken, onBegun }: Pick<Props, 'taken'> & { onBegun: (begun: Begun) => void }) {
  const protection = useProtection()
  const begin = useMutation({ gcTime: 0, mutationFn: protection.beginApp, onSuccess: onBegun })
  return (
    <Form onSubmit={({ name = '' }) => begin.mutate(name.trim())}>
      <Text tone="soft">{words.nameLead}</Text>
      {begin.error && <Notice tone="error">{sentenceFor(begin.error)}</Notice>}
      <TextField
        name="name"
        label={words.name}
        defaultValue={freeName(m.protection.factors.unnamed, taken)}
        maxLength={LONGEST_NAME}
      />
      <Button type="submit" isBusy={begin.isPending}>
        {begin.isPending ? words.nextBusy : words.next}
      </Button>
    </Form>
  )
}

function ProveApp({ begun, onAdded }: { begun: Begun; onAdded: () => void }) {
  const protection = useProtection()
  const queries = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const finish = useMutation({
    mutationKey: FINISH,
    mutationFn: (code: string) => protection.finishApp(begun.id, code),
    onSuccess: () => {
      toastDone(words.done, words.doneText)
      onAdded()
      return queries.invalidateQueries({ queryKey: ['security'] })
    },
  })
  const isWrong = finish.error instanceof VaultError && finish.error.code === 'wrong_code'

  return (
    <Form onSubmit={({ code = '' }) => finish.mutate(code)}>
      <Text tone="soft">{words.scan}</Text>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={begun.uri} label={words.qr} />
        <div className="min-w-0 flex-1 basis-40">
          <Text tone="hint" size="xs">
            {words.secret}
          </Text>
          <Mono className="block text-sm wrap-break-word">{groupByFour(begun.secret)}</Mono>
        </div>
      </div>
      {finish.error && !isWrong && <Notice tone="error">{sentenceFor(finish.error)}</Notice>}
      <TextField
        ref={field}
        name="code"
        label={words.code}
        hint={words.codeHint}
        isMono
        inputMode="numeric"
        maxLength={7}
        autoComplete="one-time-code"
        problem={isWrong ? sentenceFor(finish.error) : null}
        onValueChange={() => isWrong && finish.reset()}
      />
      <Button type="submit" isBusy={finish.isPending}>
        {finish.isPending ? words.busy : words.submit}
      </Button>
    </Form>
  )
}
