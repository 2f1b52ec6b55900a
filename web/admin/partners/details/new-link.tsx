import { useState } from 'react'
import { isLinkCode, isLinkPath } from '#contract/partners/addresses.ts'
import { PARTNER_LIMITS } from '#contract/partners/partners.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { partners as text } from '#web/messages/partners/partners.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { PARTNERS_KEY } from '#web/parts/partners/partners.queries.ts'

const words = text.links

/** A button with the form of a new link behind it. */
export function NewLink({ partnerId }: { partnerId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" className="self-start" onClick={() => setOpen(true)}>
        {words.add}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.add}>
        <LinkForm partnerId={partnerId} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

const codeOf = (typed: string): string => typed.trim().toLowerCase()

function LinkForm({ partnerId, onDone }: { partnerId: string; onDone: () => void }) {
  const { partners } = useVault()
  const [id] = useState(() => crypto.randomUUID())
  const add = useAction(
    ({ code = '', path = '' }: Record<string, string>) =>
      partners.addLink(partnerId, { id, code: codeOf(code), path: path.trim() }),
    { done: words.added, failed: text.failedChange, keys: [PARTNERS_KEY], onDone, isQuiet: true },
  )
  return (
    <Form onSubmit={(values) => add.mutate(values)}>
      {add.error && <Notice tone="error">{sentenceFor(add.error)}</Notice>}
      <TextField
        name="code"
        label={words.code}
        hint={words.codeHint}
        maxLength={PARTNER_LIMITS.codeCharacters}
        validate={(typed) => (isLinkCode(codeOf(typed)) ? null : words.codeWrong)}
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="off"
      />
      <TextField
        name="path"
        label={words.path}
        hint={words.pathHint}
        maxLength={PARTNER_LIMITS.pathCharacters}
        defaultValue="/"
        validate={(typed) => (isLinkPath(typed.trim()) ? null : words.pathWrong)}
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="off"
      />
      <Button type="submit" isBusy={add.isPending} className="self-start">
        {words.add}
      </Button>
    </Form>
  )
}
